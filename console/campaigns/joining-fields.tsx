import { Choice } from "../ui/choice.tsx";
import { FieldRow, TextField } from "../ui/fields.tsx";
import { words } from "../words/words.ts";
import type { SettingsDraft } from "./settings-draft.ts";

interface JoiningFieldsProps {
  draft: SettingsDraft;
  onChange(change: Partial<SettingsDraft>): void;
}

/** Asks who is called, besides those in the list at the start, and who of them first. Nobody joins a campaign that is made anew again and again. */
export const JoiningFields = ({ draft, onChange }: JoiningFieldsProps) => (
  <FieldRow>
    {draft.repeats === "no" && (
      <Choice<"snapshot" | "live">
        label={words.campaigns.whoJoins}
        hint={draft.enrolment === "live" ? words.campaigns.liveHint : words.campaigns.snapshotHint}
        value={draft.enrolment}
        onChange={(enrolment) => onChange({ enrolment })}
        options={[
          { value: "snapshot", label: words.campaigns.joinsSnapshot },
          { value: "live", label: words.campaigns.joinsLive },
        ]}
      />
    )}
    <Choice<SettingsDraft["order"]>
      label={words.campaigns.order}
      hint={words.campaigns.orderHint}
      value={draft.order}
      onChange={(order) => onChange({ order })}
      options={[
        { value: "oldest", label: words.campaigns.orders.oldest },
        { value: "newest", label: words.campaigns.orders.newest },
        { value: "hottest", label: words.campaigns.orders.hottest },
      ]}
    />
    {draft.order === "hottest" && (
      <TextField
        label={words.campaigns.orderBy}
        hint={words.campaigns.orderByHint}
        value={draft.orderBy}
        onChange={(orderBy) => onChange({ orderBy })}
        maxLength={1000}
        isRequired
      />
    )}
  </FieldRow>
);
