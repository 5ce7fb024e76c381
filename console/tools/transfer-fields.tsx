import { LongTextField, SwitchField, TextField } from "../ui/fields.tsx";
import { words } from "../words/words.ts";
import { type ConfigProps, readText } from "./tool-json.ts";

/** The fields of a transfer; another source of the destination is shown only in the definition's text. */
export const TransferFields = ({ config, onChange }: ConfigProps) => {
  const isWarm = config["mode"] === "warm";
  return (
    <>
      {(config["destination_source"] ?? "static") === "static" && (
        <TextField
          label={words.tools.destination}
          hint={words.tools.destinationHint}
          value={readText(config, "destination")}
          onChange={(destination) => onChange({ destination })}
          isRequired
        />
      )}
      <SwitchField
        label={words.tools.warm}
        hint={words.tools.warmHint}
        isOn={isWarm}
        onChange={(isOn) => onChange(isOn ? { mode: "warm" } : COLD)}
      />
      {isWarm && <WarmFields config={config} onChange={onChange} />}
    </>
  );
};

/** What only a warm transfer has goes with it. */
const COLD = { mode: "cold", hold: null, briefing_language: null, further_destinations: [] };

const WarmFields = ({ config, onChange }: ConfigProps) => {
  const further = config["further_destinations"];
  const hold = config["hold"];
  const held = typeof hold === "object" && hold !== null ? Object.fromEntries(Object.entries(hold)) : {};
  return (
    <>
      <LongTextField
        label={words.tools.furtherDestinations}
        hint={words.tools.furtherDestinationsHint}
        value={Array.isArray(further) ? further.join("\n") : ""}
        onChange={(text) => onChange({ further_destinations: text.split("\n").filter((line) => line.trim() !== "") })}
        rows={2}
      />
      <TextField
        label={words.tools.holdText}
        hint={words.tools.holdTextHint}
        value={readText(held, "text")}
        onChange={(text) => onChange({ hold: text === "" ? null : { ...held, text } })}
      />
      <TextField
        label={words.tools.briefingLanguage}
        hint={words.tools.briefingLanguageHint}
        value={readText(config, "briefing_language")}
        onChange={(language) => onChange({ briefing_language: language === "" ? null : language })}
      />
    </>
  );
};
