import { TextField } from "../ui/fields.tsx";
import { words } from "../words/words.ts";

/** The address with which a person logs in; browsers fill it from their password manager. */
export const EmailField = ({ value, onChange }: { value: string; onChange(email: string): void }) => (
  <TextField
    label={words.shell.email}
    type="email"
    value={value}
    onChange={onChange}
    autoComplete="username"
    isRequired
    hasFocus
  />
);
