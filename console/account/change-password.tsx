import { useQueryClient } from "@tanstack/react-query";
import { useState } from "react";
import { callApi } from "../api/client.ts";
import { TextField } from "../ui/fields.tsx";
import { Form } from "../ui/form.tsx";
import { useAction } from "../ui/use-action.ts";
import { formatWhole } from "../words/format.ts";
import { words } from "../words/words.ts";
import { sessionsKey } from "./sessions.tsx";

export const ChangePassword = ({ email }: { email: string }) => {
  const queries = useQueryClient();
  const [current, setCurrent] = useState("");
  const [next, setNext] = useState("");
  const change = useAction({
    run: () => callApi("PUT /auth/password", { body: { current, new: next } }),
    said: ({ ended }) => words.account.passwordChanged(formatWhole(ended)),
    onDone: async () => {
      setCurrent("");
      setNext("");
      await queries.invalidateQueries({ queryKey: sessionsKey });
    },
    isQuietOnRefusal: true,
  });
  return (
    <Form
      onSubmit={() => change.mutate()}
      action={words.account.changePassword}
      isBusy={change.isPending}
      isDisabled={current === "" || next === ""}
      error={change.error}
    >
      {/* Password managers need the account's name. */}
      <input type="email" autoComplete="username" value={email} readOnly hidden />
      <TextField
        label={words.account.currentPassword}
        type="password"
        autoComplete="current-password"
        value={current}
        onChange={setCurrent}
        isRequired
      />
      <TextField
        label={words.shell.newPassword}
        hint={words.account.newPasswordHint}
        type="password"
        autoComplete="new-password"
        minLength={10}
        value={next}
        onChange={setNext}
        isRequired
      />
    </Form>
  );
};
