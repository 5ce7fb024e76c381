import { keepPreviousData, useQuery } from "@tanstack/react-query";
import { useState } from "react";
import { callApi } from "../api/client.ts";
import { Button } from "../ui/button.tsx";
import { Card } from "../ui/card.tsx";
import { TextField } from "../ui/fields.tsx";
import { useSettled } from "../ui/use-settled.ts";
import { words } from "../words/words.ts";
import styles from "./campaigns.module.css";
import { ContactOutlook } from "./contact-outlook.tsx";

interface Person {
  id: number;
  name: string | null;
  phone_number: string;
}

const SHOWN = 5;

/** Shows why one contact of a campaign, found by name or number, is not called now. */
export const OneContact = ({ campaignId, listId }: { campaignId: number; listId: number }) => {
  const [q, setQ] = useState("");
  const settled = useSettled(q);
  const [person, setPerson] = useState<Person | null>(null);
  const { data } = useQuery({
    queryKey: ["campaign", campaignId, "contacts", settled],
    queryFn: () =>
      callApi("GET /contact-lists/{contact_list_id}/contacts", {
        params: { contact_list_id: listId },
        query: { limit: SHOWN, q: settled },
      }),
    enabled: settled !== "",
    placeholderData: keepPreviousData,
  });
  return (
    <Card title={words.campaigns.oneContact}>
      <div className={styles.oneContact}>
        <TextField
          label={words.contacts.search}
          hint={words.campaigns.oneContactText}
          type="search"
          value={q}
          onChange={setQ}
        />
        {q !== "" && data && (
          <ul aria-label={words.campaigns.found}>
            {data.contacts.map((each) => (
              <li key={each.id}>
                <Button kind="quiet" onClick={() => setPerson(each)}>
                  {[each.name, each.phone_number].filter(Boolean).join(" · ")}
                </Button>
              </li>
            ))}
            {data.contacts.length === 0 && <li>{words.contacts.nobody}</li>}
          </ul>
        )}
      </div>
      <ContactOutlook campaignId={campaignId} contact={person} onClose={() => setPerson(null)} />
    </Card>
  );
};
