import { useState } from "react";
import { callApi } from "../api/client.ts";
import type { NumberOutlook } from "../api/routes.ts";
import { useActors } from "../campaigns/use-actors.ts";
import { TextField } from "../ui/fields.tsx";
import { Form } from "../ui/form.tsx";
import { Notice } from "../ui/notice.tsx";
import { OutlookRules } from "../ui/outlook.tsx";
import { Stack } from "../ui/page.tsx";
import { useAction } from "../ui/use-action.ts";
import { formatMoment } from "../words/format.ts";
import { words } from "../words/words.ts";

/** Checks whether a number may be called, before anything else is done about it. */
export const CheckNumber = () => {
  const [number, setNumber] = useState("");
  const check = useAction({
    run: () => callApi("GET /do-not-call/check", { query: { phone_number: number } }),
    isQuietOnRefusal: true,
  });
  return (
    <Form
      isQuestion
      onSubmit={() => check.mutate()}
      action={words.doNotCall.check}
      isBusy={check.isPending}
      error={check.error}
    >
      <TextField
        label={words.contacts.number}
        hint={words.doNotCall.checkHint}
        value={number}
        onChange={setNumber}
        isRequired
      />
      <div role="status">{check.data && <Checked outlook={check.data} />}</div>
    </Form>
  );
};

/** Shows whether a number is listed, by whom and since when, and the other rules for calling it now. */
const Checked = ({ outlook }: { outlook: NumberOutlook }) => {
  const { phone_number: number, entry } = outlook;
  const nameOf = useActors();
  const by = entry && entry.created_by !== null ? nameOf(`user:${entry.created_by}`) : null;
  return (
    <Stack>
      {entry ? (
        <Notice tone="bad" title={words.doNotCall.listed(number)}>
          {[words.doNotCall.sources[entry.source], entry.reason, by, formatMoment(entry.created_at)]
            .filter(Boolean)
            .join(" · ")}
        </Notice>
      ) : (
        <Notice tone="good" title={words.doNotCall.notListed(number)} />
      )}
      <OutlookRules outlook={outlook} />
    </Stack>
  );
};
