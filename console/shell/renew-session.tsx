import { useState } from "react";
import { callApi } from "../api/client.ts";
import { finishRenewal, isRenewing } from "../api/session-renewal.ts";
import { GiveSecondFactor } from "../second-factor/asked-second-factor.tsx";
import { Dialog } from "../ui/dialog.tsx";
import { TextField } from "../ui/fields.tsx";
import { Form } from "../ui/form.tsx";
import { useAction } from "../ui/use-action.ts";
import { words } from "../words/words.ts";

/** Asks for the password over the present page, so that typed input is kept. */
export const RenewSession = ({ email }: { email: string }) => {
  const isOpen = isRenewing.use();
  return (
    <Dialog
      isOpen={isOpen}
      onClose={() => {}}
      isUrgent
      title={words.shell.sessionEnded}
      text={words.shell.sessionEndedText}
    >
      <Password email={email} />
    </Dialog>
  );
};

const Password = ({ email }: { email: string }) => {
  const [password, setPassword] = useState("");
  const logIn = useAction({
    run: () => callApi("POST /auth/login", { body: { email, password, cookie: true } }),
    onDone: (answer) => {
      if ("user" in answer) finishRenewal();
    },
    isQuietOnRefusal: true,
    savesNothing: true,
  });
  if (logIn.data && "second_factor_needed" in logIn.data)
    return <GiveSecondFactor half={logIn.data} onDone={finishRenewal} />;
  return (
    <Form
      isQuestion
      onSubmit={() => logIn.mutate()}
      action={words.shell.logIn}
      isBusy={logIn.isPending}
      error={logIn.error}
    >
      <TextField label={words.shell.email} value={email} onChange={() => {}} isReadOnly autoComplete="username" />
      <TextField
        label={words.shell.password}
        type="password"
        value={password}
        onChange={setPassword}
        autoComplete="current-password"
        isRequired
        hasFocus
      />
    </Form>
  );
};
