import { queryOptions, useQueryClient, useSuspenseQuery } from "@tanstack/react-query";
import { useState } from "react";
import { callApi } from "../api/client.ts";
import { Card } from "../ui/card.tsx";
import { SwitchField, TextField } from "../ui/fields.tsx";
import { Form } from "../ui/form.tsx";
import { useHindrance } from "../ui/role.ts";
import { useAction } from "../ui/use-action.ts";
import { formatMoment } from "../words/format.ts";
import { words } from "../words/words.ts";

const USUAL_GRACE_DAYS = "7";
const signInRulesQuery = queryOptions({
  queryKey: ["sign-in-rules"],
  queryFn: () => callApi("GET /organizations/sign-in"),
});

const { secondFactor } = words;

/** Whether members need a second factor; shown to admins, changed by owners. */
export const SignInRules = () => (useHindrance("admin") === undefined ? <Rules /> : null);

const Rules = () => {
  const queries = useQueryClient();
  const { data } = useSuspenseQuery(signInRulesQuery);
  const from = data.second_factor_from;
  const [isRequired, setRequired] = useState(from !== null);
  const [days, setDays] = useState(from === null ? USUAL_GRACE_DAYS : "");
  const save = useAction({
    run: () =>
      callApi("PUT /organizations/sign-in", {
        body: isRequired
          ? { second_factor: "required", grace_days: days === "" ? null : Number(days) }
          : { second_factor: "optional" },
      }),
    said: words.shell.saved,
    onDone: () => queries.invalidateQueries({ queryKey: signInRulesQuery.queryKey }),
    isQuietOnRefusal: true,
  });
  return (
    <Card title={secondFactor.rule}>
      <Form
        onSubmit={() => save.mutate()}
        action={words.shell.save}
        needs="owner"
        isBusy={save.isPending}
        error={save.error}
      >
        <SwitchField
          label={secondFactor.require}
          hint={from === null ? secondFactor.requireHint : secondFactor.requiredFrom(formatMoment(from))}
          isOn={isRequired}
          onChange={setRequired}
        />
        {isRequired && (
          <TextField
            label={secondFactor.grace}
            hint={from === null ? secondFactor.graceHint : secondFactor.graceStays}
            type="number"
            min={0}
            max={90}
            value={days}
            onChange={setDays}
            isRequired={from === null}
          />
        )}
      </Form>
    </Card>
  );
};
