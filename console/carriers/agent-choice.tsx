import { useQuery } from "@tanstack/react-query";
import { publishedAgentsQuery } from "../agents/agent-queries.ts";
import { Choice } from "../ui/choice.tsx";
import { words } from "../words/words.ts";

const { organization } = words;

/** The value where no agent is chosen. */
export const NOBODY = "";

interface AgentChoiceProps {
  label?: string;
  hint?: string;
  nobody?: string;
  value: string;
  onChange(value: string): void;
}

/** Chooses one of the published agents, by its id as text. */
export const AgentChoice = ({
  label = organization.answeredBy,
  hint,
  nobody = organization.nobody,
  value,
  onChange,
}: AgentChoiceProps) => {
  const { data: agents } = useQuery(publishedAgentsQuery);
  return (
    <Choice
      label={label}
      {...(hint !== undefined && { hint })}
      value={value}
      onChange={onChange}
      options={[
        { value: NOBODY, label: nobody },
        ...(agents ?? []).map(({ id, name }) => ({ value: String(id), label: name })),
      ]}
    />
  );
};
