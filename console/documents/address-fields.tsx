import { TextField } from "../ui/fields.tsx";
import { words } from "../words/words.ts";

interface AddressProps {
  url: string;
  onUrl(url: string): void;
  hours: string;
  onHours(hours: string): void;
}

/** The address that a document is read from, and how often. */
export const AddressFields = ({ url, onUrl, hours, onHours }: AddressProps) => (
  <>
    <TextField
      label={words.documents.address}
      hint={words.documents.addressHint}
      type="url"
      value={url}
      onChange={onUrl}
    />
    {url !== "" && (
      <TextField
        label={words.documents.everyHours}
        hint={words.documents.everyHoursHint}
        type="number"
        min={1}
        max={720}
        value={hours}
        onChange={onHours}
      />
    )}
  </>
);

/** Returns null for an empty field: the address is read only when asked. */
export const readHours = (hours: string): number | null => (hours === "" ? null : Number(hours));
