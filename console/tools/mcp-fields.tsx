import choices from "../ui/choices.module.css";
import { CheckField, SwitchField, TextField } from "../ui/fields.tsx";
import { words } from "../words/words.ts";
import { CredentialField } from "./credential-field.tsx";
import { type ConfigProps, listEntries, listNames, readText } from "./tool-json.ts";

export const McpFields = ({ config, onChange }: ConfigProps) => (
  <>
    <TextField
      label={words.tools.url}
      type="url"
      value={readText(config, "url")}
      onChange={(url) => onChange({ url })}
      isRequired
    />
    <CredentialField config={config} onChange={onChange} />
    <Functions config={config} onChange={onChange} />
  </>
);

/** The field for the functions of the server that agents may use; an empty filter allows every one. */
const Functions = ({ config, onChange }: ConfigProps) => {
  const known = listNames(listEntries(config["discovered_tools"]));
  const filter: unknown[] = Array.isArray(config["tools_filter"]) ? config["tools_filter"] : [];
  const names = [...new Set([...known, ...filter.map(String)])];
  if (names.length === 0) return <p>{words.tools.noFunctions}</p>;
  const isAll = filter.length === 0;
  return (
    <>
      <SwitchField
        label={words.tools.everyFunction}
        isOn={isAll}
        onChange={(isOn) => onChange({ tools_filter: isOn ? [] : names })}
      />
      {!isAll && (
        <fieldset className={choices.list}>
          <legend>{words.tools.functions}</legend>
          {names.map((name) => (
            <CheckField
              key={name}
              label={name}
              isOn={filter.includes(name)}
              // Without any, the filter would allow every function.
              isDisabled={filter.length === 1 && filter.includes(name)}
              onChange={(isOn) =>
                onChange({ tools_filter: isOn ? [...filter, name] : filter.filter((one) => one !== name) })
              }
            />
          ))}
        </fieldset>
      )}
    </>
  );
};
