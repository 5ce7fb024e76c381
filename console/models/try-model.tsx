import { useState } from "react";
import { callApi } from "../api/client.ts";
import { TextField } from "../ui/fields.tsx";
import { Form } from "../ui/form.tsx";
import { Facts } from "../ui/page.tsx";
import { useAction } from "../ui/use-action.ts";
import { formatWhole } from "../words/format.ts";
import { words } from "../words/words.ts";

const { organization } = words;

/** Sends one sentence to the saved model, before anybody is called with it. */
export const TryModel = () => {
  const [text, setText] = useState<string>(organization.trySentence);
  const attempt = useAction({
    run: () => callApi("POST /organizations/model-configurations/v2/try", { body: { text } }),
    isQuietOnRefusal: true,
  });
  const { data } = attempt;
  return (
    <Form
      isQuestion
      onSubmit={() => attempt.mutate()}
      action={organization.tryIt}
      needs="admin"
      isBusy={attempt.isPending}
      isDisabled={text.trim() === ""}
      error={attempt.error}
    >
      <TextField label={organization.sentence} value={text} onChange={setText} maxLength={1_000} isRequired />
      <div role="status">
        {data && (
          <Facts
            facts={[
              [organization.modelSaid, data.reply],
              [organization.model, data.model],
              [
                organization.firstWordAfter,
                data.first_word_ms === null ? organization.saidNothing : `${formatWhole(data.first_word_ms)} ms`,
              ],
              [organization.wholeAfter, `${formatWhole(data.duration_ms)} ms`],
            ]}
          />
        )}
      </div>
    </Form>
  );
};
