import { TextField } from "../ui/fields.tsx";
import { words } from "../words/words.ts";
import { type ConfigProps, readText } from "./tool-json.ts";

/** The field for the destination of a transfer; another source of the destination is shown only in the definition's text. */
export const TransferFields = ({ config, onChange }: ConfigProps) =>
  (config["destination_source"] ?? "static") === "static" ? (
    <TextField
      label={words.tools.destination}
      hint={words.tools.destinationHint}
      value={readText(config, "destination")}
      onChange={(destination) => onChange({ destination })}
      isRequired
    />
  ) : null;
