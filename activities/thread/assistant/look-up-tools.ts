import { formatCount, type LookUpFunction } from "./look-up.ts";
import { listProposableTools } from "./propose.ts";

export const lookUpTools: LookUpFunction = ({ inside }) =>
  inside(async (tx) => {
    const tools = (await listProposableTools(tx)).map(({ name, description, definition }) => ({
      name,
      description,
      parameters: definition.type === "http_api" ? definition.config.parameters : undefined,
      functions: definition.type === "mcp" ? definition.config.discovered_tools : undefined,
    }));
    const list = tools.map(({ name }) => name).join(", ");
    return {
      say: `There ${tools.length === 1 ? "is" : "are"} ${formatCount(tools.length, "tool")}${list === "" ? "" : `: ${list}`}.`,
      tools,
    };
  });
