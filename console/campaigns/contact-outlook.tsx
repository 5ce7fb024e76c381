import { useQuery } from "@tanstack/react-query";
import { outlookQuery } from "../contacts/contact-queries.ts";
import { Dialog } from "../ui/dialog.tsx";
import { Problem } from "../ui/form.tsx";
import { OutlookRules } from "../ui/outlook.tsx";
import { words } from "../words/words.ts";

interface ContactOutlookProps {
  campaignId: number;
  /** `id` is that of the contact on its list. Null: no contact is selected. */
  contact: { id: number; name: string | null; phone_number: string } | null;
  onClose(): void;
}

/** Shows why a contact of the campaign is not called at this moment. */
export const ContactOutlook = ({ campaignId, contact, onClose }: ContactOutlookProps) => (
  <Dialog
    isOpen={contact !== null}
    onClose={onClose}
    title={words.campaigns.whyNotNow(contact?.name ?? contact?.phone_number ?? "")}
  >
    {contact && <Rules campaignId={campaignId} contactId={contact.id} />}
  </Dialog>
);

const Rules = (asked: { campaignId: number; contactId: number }) => {
  const { data, error } = useQuery(outlookQuery(asked));
  return error ? <Problem error={error} /> : data ? <OutlookRules outlook={data} /> : null;
};
