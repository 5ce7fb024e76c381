import { useState } from "react";
import { api } from "../api/client.ts";
import { TextField } from "../ui/fields.tsx";
import { Form } from "../ui/form.tsx";
import { Notice } from "../ui/notice.tsx";
import { useAction } from "../ui/use-action.ts";
import { moment } from "../words/format.ts";
import { words } from "../words/words.ts";

/** May this number be called? Looked up before anything else is done about it. */
export const CheckNumber = () => {
  const [number, setNumber] = useState("");
  const check = useAction({
    run: async () => {
      const digits = number.replaceAll(/[^\d+]/g, "");
      const { do_not_call: entries } = await api("GET /do-not-call", { query: { q: digits, limit: 1 } });
      return { number: digits, entry: entries.find(({ phone_number: listed }) => listed === digits) };
    },
    isQuietOnRefusal: true,
  });
  return (
    <Form onSubmit={() => check.mutate()} action={words.doNotCall.check} isBusy={check.isPending} error={check.error}>
      <TextField
        label={words.contacts.number}
        hint={words.doNotCall.checkHint}
        value={number}
        onChange={setNumber}
        isRequired
      />
      <div role="status">
        {check.data &&
          (check.data.entry ? (
            <Notice tone="bad" title={words.doNotCall.listed(check.data.number)}>
              {[
                words.doNotCall.sources[check.data.entry.source],
                check.data.entry.reason,
                moment(check.data.entry.created_at),
              ]
                .filter(Boolean)
                .join(" · ")}
            </Notice>
          ) : (
            <Notice tone="good" title={words.doNotCall.notListed(check.data.number)} />
          ))}
      </div>
    </Form>
  );
};
