import { useQuery, useQueryClient } from "@tanstack/react-query";
import { Link } from "@tanstack/react-router";
import { useState } from "react";
import { callApi } from "../api/client.ts";
import type { Contact } from "../api/routes.ts";
import { Choice } from "../ui/choice.tsx";
import { TextField } from "../ui/fields.tsx";
import { Form, Problem } from "../ui/form.tsx";
import { OutlookRules } from "../ui/outlook.tsx";
import { Stack } from "../ui/page.tsx";
import { useAction } from "../ui/use-action.ts";
import { formatMoment } from "../words/format.ts";
import { words } from "../words/words.ts";
import { campaignsOfListQuery, checkQuery, consentsKey, consentsQuery, outlookQuery } from "./contact-queries.ts";
import styles from "./contacts.module.css";

/** Shows one contact: whether they may be called now, and their consent. */
export const ContactDialog = ({ contact }: { contact: Contact }) => (
  <Stack>
    <Link to="/person" search={{ number: contact.phone_number }} className={styles.link}>
      {words.person.everything}
    </Link>
    <section className={styles.part}>
      <h3>{words.contacts.whyNotNow}</h3>
      <WhyNotNow contact={contact} />
    </section>
    <section className={styles.part}>
      <h3>{words.contacts.priority}</h3>
      <ChangePriority contact={contact} />
    </section>
    <section className={styles.part}>
      <h3>{words.contacts.consent}</h3>
      <ConsentHistory phoneNumber={contact.phone_number} />
      <ChangeConsent contact={contact} />
    </section>
  </Stack>
);

const ChangePriority = ({ contact }: { contact: Contact }) => {
  const queries = useQueryClient();
  const [priority, setPriority] = useState(String(contact.priority));
  const change = useAction({
    run: () =>
      callApi("PATCH /contact-lists/{contact_list_id}/contacts/{contact_id}", {
        params: { contact_list_id: contact.contact_list_id, contact_id: contact.id },
        body: { priority: Number(priority) },
      }),
    said: words.shell.saved,
    onDone: () => queries.invalidateQueries({ queryKey: ["contact-lists"] }),
    isQuietOnRefusal: true,
  });
  return (
    <Form
      onSubmit={() => change.mutate()}
      action={words.shell.save}
      needs="operator"
      isBusy={change.isPending}
      error={change.error}
    >
      <TextField
        label={words.contacts.priority}
        hint={words.contacts.priorityHint}
        type="number"
        min={0}
        max={9}
        value={priority}
        onChange={setPriority}
        isRequired
      />
    </Form>
  );
};

const ANY = "any";

/** Shows why a contact is not called, by the rules of one campaign or by those for every call. */
const WhyNotNow = ({ contact }: { contact: Contact }) => {
  const { data: campaigns = [] } = useQuery(campaignsOfListQuery(contact.contact_list_id));
  const [chosen, setChosen] = useState<string>();
  const campaign = chosen ?? String(campaigns[0]?.id ?? ANY);
  return (
    <>
      {campaigns.length > 0 && (
        <Choice
          label={words.calls.campaign}
          value={campaign}
          onChange={setChosen}
          options={[
            ...campaigns.map(({ id, name }) => ({ value: String(id), label: name })),
            { value: ANY, label: words.contacts.anyCall },
          ]}
        />
      )}
      {campaign === ANY ? (
        <ByEveryRule phoneNumber={contact.phone_number} />
      ) : (
        <ByCampaign campaignId={Number(campaign)} contactId={contact.id} />
      )}
    </>
  );
};

const ByEveryRule = ({ phoneNumber }: { phoneNumber: string }) => {
  const { data, error } = useQuery(checkQuery(phoneNumber));
  return error ? <Problem error={error} /> : data ? <OutlookRules outlook={data} /> : null;
};

const ByCampaign = (ids: { campaignId: number; contactId: number }) => {
  const { data, error } = useQuery(outlookQuery(ids));
  return error ? <Problem error={error} /> : data ? <OutlookRules outlook={data} /> : null;
};

const ConsentHistory = ({ phoneNumber }: { phoneNumber: string }) => {
  const { data } = useQuery(consentsQuery(phoneNumber));
  if (!data) return null;
  if (data.history.length === 0) return <p className={styles.soft}>{words.contacts.noConsent}</p>;
  return (
    <ol className={styles.history}>
      {data.history.map(({ status, at, source, wording, by }) => (
        <li key={`${at} ${status}`}>
          <strong>{words.contacts.consents[status]}</strong>
          <span>{[source, formatMoment(at), by].join(" · ")}</span>
          {wording && <q>{wording}</q>}
        </li>
      ))}
    </ol>
  );
};

type Status = Contact["consent"]["status"];

const ChangeConsent = ({ contact }: { contact: Contact }) => {
  const queries = useQueryClient();
  const [status, setStatus] = useState<Status>(contact.consent.status);
  const [source, setSource] = useState("");
  const [wording, setWording] = useState("");
  const change = useAction({
    run: () =>
      callApi("POST /consents", {
        body: { phone_number: contact.phone_number, status, source, ...(wording && { wording }) },
      }),
    said: words.shell.saved,
    onDone: () =>
      Promise.all([consentsKey, ["contact-lists"]].map((queryKey) => queries.invalidateQueries({ queryKey }))),
    isQuietOnRefusal: true,
  });
  return (
    <Form
      onSubmit={() => change.mutate()}
      action={words.contacts.changeConsent}
      needs="operator"
      isBusy={change.isPending}
      error={change.error}
    >
      <Choice<Status>
        label={words.contacts.consent}
        value={status}
        onChange={setStatus}
        options={(["granted", "withdrawn", "unknown"] as const).map((value) => ({
          value,
          label: words.contacts.consents[value],
        }))}
      />
      <TextField
        label={words.contacts.consentFrom}
        hint={words.contacts.consentFromHint}
        value={source}
        onChange={setSource}
        maxLength={255}
        isRequired
      />
      <TextField label={words.contacts.wording} value={wording} onChange={setWording} maxLength={2000} />
    </Form>
  );
};
