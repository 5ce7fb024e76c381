import { useQueryClient } from "@tanstack/react-query";
import { useState } from "react";
import { callApi } from "../api/client.ts";
import { CopyText } from "../ui/copy-text.tsx";
import { FieldRow, LongTextField, TextField } from "../ui/fields.tsx";
import { Form } from "../ui/form.tsx";
import { ShownOnce } from "../ui/secret.tsx";
import { useAction } from "../ui/use-action.ts";
import { words } from "../words/words.ts";
import { intakesQuery } from "./contact-queries.ts";
import styles from "./contacts.module.css";
import { findLineFault, NEW_INTAKE, toMapping } from "./intake-draft.ts";

const { intakes, organization } = words;

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
        <CopyText label={intakes.address} value={make.data.url} />
        <ShownOnce label={organization.secret} value={make.data.secret ?? ""} onDone={onDone} />
      </>
    );
  const fieldOf = (name: keyof typeof draft) => ({
    value: draft[name],
    onChange: (value: string) => setDraft({ ...draft, [name]: value }),
    maxLength: 255,
  });
  const lineFault = findLineFault(draft);
  return (
    <Form
      onSubmit={() => make.mutate()}
      action={intakes.make}
      needs="operator"
      isBusy={make.isPending}
      isDisabled={lineFault !== undefined}
      error={make.error}
    >
      <TextField label={intakes.name} hint={intakes.nameHint} {...fieldOf("name")} isRequired hasFocus />
      <p className={styles.soft}>{intakes.pointers}</p>
      <FieldRow>
        <TextField label={intakes.number} {...fieldOf("number")} isRequired />
        <TextField label={intakes.person} {...fieldOf("person")} />
        <TextField label={intakes.zone} {...fieldOf("zone")} />
      </FieldRow>
      <TextField label={intakes.key} hint={intakes.keyHint} {...fieldOf("key")} placeholder="/submission" />
      <LongTextField
        label={intakes.attributes}
        hint={intakes.attributesHint}
        value={draft.attributes}
        onChange={(attributes) => setDraft({ ...draft, attributes })}
        fault={lineFault}
        isCode
      />
      <TextField label={intakes.consentFrom} hint={intakes.consentFromHint} {...fieldOf("consentFrom")} />
      {draft.consentFrom !== "" && (
        <>
          <TextField label={intakes.grantedBy} hint={intakes.grantedByHint} {...fieldOf("grantedBy")} />
          <TextField label={intakes.wording} {...fieldOf("wording")} maxLength={2000} />
        </>
      )}
    </Form>
  );
};
