import { LONGEST_PROMPT } from "../model/reply-limits.ts";
import type { PropertySpecification } from "./node-specification.ts";
import type { PeopleFunction } from "./people-functions.ts";

/** Properties that several node types have. */

export const NAME_LENGTH = 255;
const SENTENCE_LENGTH = 5_000;
const REFERENCES = 100;

export const describeNameProperty = (suggestion: string): PropertySpecification => ({
  name: "name",
  type: "string",
  display_name: "Name",
  description: "The name of this step in the editor and in the record of a call.",
  // Typed clients leave the name out and fill it in from here.
  default: suggestion,
  required: true,
  max_length: NAME_LENGTH,
});

export const promptProperty: PropertySpecification = {
  name: "prompt",
  type: "mention_textarea",
  display_name: "Prompt",
  description: "What the agent does in this step. {{variables}} are filled from the context of the call.",
  required: true,
  max_length: LONGEST_PROMPT,
};

export const enabledProperty: PropertySpecification = {
  name: "enabled",
  type: "boolean",
  display_name: "Enabled",
  description: "A disabled node stays in the definition and does nothing.",
  default: true,
};

export const addGlobalPromptProperty: PropertySpecification = {
  name: "add_global_prompt",
  type: "boolean",
  display_name: "Add the global prompt",
  description: "Puts the prompt of the global node before the prompt of this one.",
  default: true,
};

export const allowInterruptProperty: PropertySpecification = {
  name: "allow_interrupt",
  type: "boolean",
  display_name: "Allow interruption",
  description: "Whether the caller may speak over the agent in this step.",
  default: false,
};

export const textOrAudio = [
  { value: "text", label: "Text" },
  { value: "audio", label: "Recording" },
];

export const describeSentenceProperty = (
  name: string,
  words: Pick<PropertySpecification, "display_name" | "description">,
): PropertySpecification => ({ name, type: "mention_textarea", ...words, max_length: SENTENCE_LENGTH });

export const describeRecordingProperty = (name: string, shownWith: string): PropertySpecification => ({
  name,
  type: "recording_ref",
  display_name: "Recording",
  description: "The recording that is played in place of spoken text.",
  display_options: { show: { [shownWith]: ["audio"] } },
  required_if: { [shownWith]: ["audio"] },
});

export const describeCredentialProperty = (name: string, description: string): PropertySpecification => ({
  name,
  type: "credential_ref",
  display_name: "Credential",
  description,
});

const whenExtracting = { show: { extraction_enabled: [true] } };

/** Properties for the variables that an agent extracts in one step. */
export const extractionProperties: readonly PropertySpecification[] = [
  {
    name: "extraction_enabled",
    type: "boolean",
    display_name: "Extract variables",
    description: "Writes down the variables below when this step ends.",
    default: false,
  },
  {
    name: "extraction_prompt",
    type: "mention_textarea",
    display_name: "Extraction prompt",
    description: "Instructions for the whole extraction.",
    max_length: LONGEST_PROMPT,
    display_options: whenExtracting,
  },
  {
    name: "extraction_variables",
    type: "fixed_collection",
    display_name: "Variables",
    description: "The variables, each with its instruction.",
    max_length: REFERENCES,
    display_options: whenExtracting,
    properties: [
      {
        name: "name",
        type: "string",
        display_name: "Name",
        description: "The variable that later steps and the report read.",
        required: true,
        max_length: NAME_LENGTH,
      },
      {
        name: "type",
        type: "options",
        display_name: "Type",
        description: "The type of its value.",
        default: "string",
        options: [
          { value: "string", label: "Text" },
          { value: "number", label: "Number" },
          { value: "boolean", label: "Yes or no" },
        ],
      },
      describeSentenceProperty("prompt", { display_name: "Prompt", description: "What to look for." }),
    ],
  },
];

const peopleProperty = (
  name: PeopleFunction,
  words: Pick<PropertySpecification, "display_name" | "description">,
): PropertySpecification => ({ name, type: "boolean", ...words, default: false });

/** Properties for the requests that an agent may make to people in one step. */
export const peopleProperties: readonly PropertySpecification[] = [
  peopleProperty("ask_people", {
    display_name: "May ask people",
    description: "Whether the agent may ask your team a question and wait for the answer.",
  }),
  peopleProperty("propose_action", {
    display_name: "May propose actions",
    description:
      "Whether the agent may propose the use of a tool of this step to your team instead of using it; it is run when somebody confirms it.",
  }),
  peopleProperty("propose_edit", {
    display_name: "May propose changes of itself",
    description:
      "Whether the agent may propose a change of its own texts, which one of your admins publishes or discards.",
  }),
  peopleProperty("request_secret", {
    display_name: "May ask for keys",
    description: "Whether the agent may ask your admins for a key; what they provide becomes a credential.",
  }),
  peopleProperty("hand_over", {
    display_name: "Hands over results",
    description: "Whether the agent may hand over a result, such as a summary, as a deliverable in the timeline.",
  }),
  {
    name: "wait_seconds",
    type: "number",
    display_name: "Wait for people",
    description:
      "How many seconds a live call waits for your team's answer while the conversation goes on; text conversations have no limit.",
    default: 20,
    min_value: 1,
    max_value: 300,
  },
];

/** Properties for the tools and documents that an agent may use in one step. */
export const resourceProperties: readonly PropertySpecification[] = [
  {
    name: "tool_uuids",
    type: "tool_refs",
    display_name: "Tools",
    description: "The tools that the agent may use in this step.",
    max_length: REFERENCES,
  },
  {
    name: "document_uuids",
    type: "document_refs",
    display_name: "Documents",
    description: "The documents that the agent may read in this step.",
    max_length: REFERENCES,
  },
  {
    name: "mcp_tool_filters",
    type: "json",
    display_name: "MCP tool filters",
    description: "By MCP tool, the functions of its server that this step may use.",
    json_shape: "lists_of_names",
  },
];
