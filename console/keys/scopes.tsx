import type { Scope } from "../api/routes.ts";
import { CheckField, SwitchField } from "../ui/fields.tsx";
import { words } from "../words/words.ts";

const { organization } = words;

type AreaOf<S extends Scope, Kind extends string> = S extends `${infer A}:${Kind}` ? A : never;
type Area = AreaOf<Scope, "write">;
type ReadArea = Exclude<AreaOf<Scope, "read">, Area>;

/** Typed by the API's own list, so that an area that is new is missed here by the compiler. */
const AREAS: Record<Area, true> = {
  account: true,
  organization: true,
  keys: true,
  telephony: true,
  numbers: true,
  agents: true,
  channels: true,
  contacts: true,
  campaigns: true,
  calls: true,
  messages: true,
  text_sessions: true,
  web_calls: true,
  supervision: true,
  models: true,
  credentials: true,
  tools: true,
  webhooks: true,
  knowledge: true,
  recordings: true,
  marketplace: true,
  team: true,
  rehearsals: true,
  people: true,
};

/** Areas in which nothing can be changed. */
const READ_AREAS: Record<ReadArea, true> = { sensitive: true };

const isArea = (text: string): text is Area => text in AREAS;
const isReadArea = (text: string): text is ReadArea => text in READ_AREAS;
const SCOPES: readonly Scope[] = [
  ...Object.keys(AREAS)
    .filter(isArea)
    .flatMap((area): Scope[] => [`${area}:read`, `${area}:write`]),
  ...Object.keys(READ_AREAS)
    .filter(isReadArea)
    .map((area): Scope => `${area}:read`),
];

interface ScopesProps {
  /** Undefined: all that the role may. */
  value: readonly Scope[] | undefined;
  onChange(value: readonly Scope[] | undefined): void;
}

/** Asks what a key may do; the names are those that programs and the API page use. */
export const ScopesField = ({ value, onChange }: ScopesProps) => (
  <>
    <SwitchField
      label={organization.narrowKey}
      hint={organization.narrowKeyHint}
      isOn={value !== undefined}
      onChange={(isOn) => onChange(isOn ? [] : undefined)}
    />
    {value && (
      <>
        <p>{organization.scopes}</p>
        {SCOPES.map((scope) => (
          <CheckField
            key={scope}
            label={scope}
            isOn={value.includes(scope)}
            onChange={(isOn) => onChange(isOn ? [...value, scope] : value.filter((other) => other !== scope))}
          />
        ))}
      </>
    )}
  </>
);
