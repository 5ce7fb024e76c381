import { useQueryClient } from "@tanstack/react-query";
import { useState } from "react";
import { callApi } from "../api/client.ts";
import { CopyText } from "../ui/copy-text.tsx";
import { TextField } from "../ui/fields.tsx";
import { Form } from "../ui/form.tsx";
import { ShownOnce } from "../ui/secret.tsx";
import { useAction } from "../ui/use-action.ts";
import { words } from "../words/words.ts";
import { intakesQuery } from "./contact-queries.ts";
import styles from "./contacts.module.css";
import { findLineFault, NEW_INTAKE, toMapping } from "./intake-draft.ts";
import { fieldOf, IntakeFields } from "./intake-fields.tsx";

const { intakes, organization } = words;
const KEY_FIELD = { label: intakes.key, hint: intakes.keyHint, placeholder: "/submission" };

/** Asks what of a form's answers makes a contact; then shows where the form sends them, and the secret that signs them. */
export const NewIntake = ({ listId, onDone }: { listId: number; onDone(): void }) => {
  const queries = useQueryClient();
  const [draft, setDraft] = useState(NEW_INTAKE);
  const make = useAction({
    run: () =>
      callApi("POST /contact-lists/{contact_list_id}/intakes", {
        params: { contact_list_id: listId },
        body: { name: draft.name, mapping: toMapping(draft) },
      }),
    onDone: () => queries.invalidateQueries({ queryKey: intakesQuery(listId).queryKey }),
    isQuietOnRefusal: true,
  });
  if (make.data)
    return (
      <>
        <p className={styles.soft}>{intakes.addressText}</p>
        <CopyText label={intakes.address} value={make.data.url ?? ""} />
        <ShownOnce label={organization.secret} value={make.data.secret ?? ""} onDone={onDone} />
      </>
    );
  return (
    <Form
      onSubmit={() => make.mutate()}
      action={intakes.make}
      needs="operator"
      isBusy={make.isPending}
      isDisabled={findLineFault(draft) !== undefined}
      error={make.error}
    >
      <TextField
        label={intakes.name}
        hint={intakes.nameHint}
        {...fieldOf(draft, setDraft)("name")}
        isRequired
        hasFocus
      />
      <p className={styles.soft}>{intakes.pointers}</p>
      <IntakeFields draft={draft} onChange={setDraft} keyField={KEY_FIELD} attributesHint={intakes.attributesHint} />
    </Form>
  );
};
