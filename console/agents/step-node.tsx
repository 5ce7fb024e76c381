import { Handle, MarkerType, type NodeProps, Position } from "@xyflow/react";
import { use } from "react";
import {
  CircleAlert,
  ClipboardCheck,
  Globe,
  type LucideIcon,
  MessageSquare,
  Phone,
  PhoneOff,
  Webhook,
  Zap,
} from "../ui/icons.ts";
import { words } from "../words/words.ts";
import styles from "./agents.module.css";
import type { GraphNode } from "./graph.ts";
import { GraphContext } from "./graph-context.ts";

export const ICONS: Record<string, LucideIcon> = {
  startCall: Phone,
  agentNode: MessageSquare,
  endCall: PhoneOff,
  globalNode: Globe,
  trigger: Zap,
  webhook: Webhook,
  qa: ClipboardCheck,
};

const WITHOUT_EDGES = new Set(["globalNode", "trigger", "webhook", "qa"]);
const shown = (...values: unknown[]): string =>
  values.find((value): value is string => typeof value === "string") ?? "";

/** Renders one step of the conversation on the canvas. */
export const StepNode = ({ id, type, data, selected }: NodeProps<GraphNode>) => {
  const Icon = ICONS[type] ?? MessageSquare;
  const { faulty, lit, visited } = use(GraphContext);
  const hasFault = faulty.has(id);
  return (
    <div
      className={styles.node}
      data-type={type}
      data-selected={selected}
      data-fault={hasFault}
      data-lit={lit === id}
      data-passed={visited?.has(id)}
      aria-current={lit === id ? "step" : undefined}
    >
      {!WITHOUT_EDGES.has(type) && type !== "startCall" && <Handle type="target" position={Position.Top} />}
      <div className={styles.nodeHead}>
        <Icon aria-hidden />
        <strong>{data.name}</strong>
        {hasFault && <CircleAlert className={styles.faultIcon} role="img" aria-label={words.agents.hasFault} />}
      </div>
      <p className={styles.nodeText}>{shown(data["greeting"], data["prompt"], data["endpoint_url"])}</p>
      {!WITHOUT_EDGES.has(type) && type !== "endCall" && <Handle type="source" position={Position.Bottom} />}
    </div>
  );
};

/** All kinds of steps use the same component. */
export const NODE_TYPES = Object.fromEntries(
  ["startCall", "agentNode", "endCall", "globalNode", "trigger", "webhook", "qa"].map((type) => [type, StepNode]),
);
export const EDGE_OPTIONS = { type: "smoothstep", markerEnd: { type: MarkerType.ArrowClosed, width: 16, height: 16 } };
