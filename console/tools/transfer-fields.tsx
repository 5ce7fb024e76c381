import { useQuery } from "@tanstack/react-query";
import { agentsQuery } from "../agents/agent-queries.ts";
import { channelsQuery } from "../channels/channel-queries.ts";
import { Choice } from "../ui/choice.tsx";
import { LongTextField, SwitchField, TextField } from "../ui/fields.tsx";
import { words } from "../words/words.ts";
import { type ConfigProps, readText } from "./tool-json.ts";
import {
  beCold,
  CHOICE_OF_NUMBER,
  choiceOfAgent,
  choiceOfChannel,
  chooseWhoTakesOver,
  readWhoTakesOver,
} from "./who-takes-over.ts";

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
        onChange={(isOn) => onChange(isOn ? { mode: "warm" } : beCold(config))}
      />
      {isWarm && <WarmFields config={config} onChange={onChange} />}
    </>
  );
};

const WarmFields = ({ config, onChange }: ConfigProps) => {
  const { data: channels = [] } = useQuery(channelsQuery);
  const { data: agents = [] } = useQuery(agentsQuery);
  const whoTakesOver = readWhoTakesOver(config);
  return (
    <>
      {whoTakesOver !== null && (
        <Choice
          label={words.tools.calledFirst}
          hint={words.tools.calledFirstHint}
          options={[
            { value: CHOICE_OF_NUMBER, label: words.tools.calledNumber },
            ...channels.map(({ id, name }) => ({ value: choiceOfChannel(id), label: words.tools.calledChannel(name) })),
            ...agents.map(({ id, name }) => ({ value: choiceOfAgent(id), label: words.tools.handedToAgent(name) })),
          ]}
          value={whoTakesOver}
          onChange={(chosen) => onChange(chooseWhoTakesOver(chosen))}
        />
      )}
      {config["destination_source"] !== "agent" && <CalledFields config={config} onChange={onChange} />}
    </>
  );
};

/** What there is to say where somebody is called. */
const CalledFields = ({ config, onChange }: ConfigProps) => {
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
