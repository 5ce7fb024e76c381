import { agentNode, endCall, globalNode, startCall } from "./conversation-nodes.ts";
import { qa, trigger, webhook } from "./integration-nodes.ts";
import { describeRecordingProperty, describeSentenceProperty, textOrAudio } from "./node-properties.ts";
import type { NodeSpecification, PropertySpecification } from "./node-specification.ts";

export const CATALOGUE_VERSION = "1.0.0";

/** Every node type. The list answers `GET /node-types`, and it decides what is checked and which keys are stored. */
export const nodeCatalogue: readonly NodeSpecification[] = [
  startCall,
  agentNode,
  endCall,
  globalNode,
  trigger,
  webhook,
  qa,
];

export const findNodeSpecification = (type: string): NodeSpecification | undefined =>
  nodeCatalogue.find((specification) => specification.name === type);

/** The properties of an edge's data, described and checked like those of a node. */
export const edgeProperties: readonly PropertySpecification[] = [
  {
    name: "label",
    type: "string",
    display_name: "Label",
    description: "The name of the decision; unique among the edges that leave a node.",
    required: true,
    max_length: 255,
  },
  {
    name: "condition",
    type: "mention_textarea",
    display_name: "Condition",
    description: "When the agent takes this edge.",
    required: true,
    max_length: 10_000,
  },
  describeSentenceProperty("transition_speech", {
    display_name: "Transition speech",
    description: "The sentence said before the next step.",
  }),
  {
    name: "transition_speech_type",
    type: "options",
    display_name: "Transition type",
    description: "Whether that is spoken text or a recording.",
    default: "text",
    options: textOrAudio,
  },
  describeRecordingProperty("transition_speech_recording_id", "transition_speech_type"),
];
