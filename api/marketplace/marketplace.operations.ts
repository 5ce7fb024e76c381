import { defineOperation } from "../http/operation.ts";
import { agentBody } from "../agents/agents.answers.ts";
import { getHire } from "./get-hire.ts";
import { getPack } from "./get-pack.ts";
import { getTemplate } from "./get-template.ts";
import { hireTemplate } from "./hire-template.ts";
import { listPacks } from "./list-packs.ts";
import { listTemplates } from "./list-templates.ts";
import {
  hireAnswer,
  hireBody,
  hireParams,
  packAnswer,
  packListAnswer,
  packParams,
  packsQuery,
  templateAnswer,
  templateListAnswer,
  templateParams,
  templateQuery,
  templatesQuery,
} from "./marketplace.schemas.ts";

const area = "Marketplace";

export const listTemplatesOperation = defineOperation({
  id: "marketplace.templates.list",
  area,
  method: "get",
  path: "/agent-templates",
  summary: "Every agent on the shelf",
  permission: "viewer",
  query: templatesQuery,
  success: { status: 200, description: "The templates that speak the language", body: templateListAnswer },
  run: listTemplates,
});

export const getTemplateOperation = defineOperation({
  id: "marketplace.templates.get",
  area,
  method: "get",
  path: "/agent-templates/{template_id}",
  summary: "One template",
  permission: "viewer",
  params: templateParams,
  query: templateQuery,
  success: { status: 200, description: "What it says, asks for and needs", body: templateAnswer },
  errors: { 404: "No such template" },
  run: getTemplate,
});

export const hireTemplateOperation = defineOperation({
  id: "marketplace.templates.hire",
  area,
  method: "post",
  path: "/agent-templates/{template_id}/create",
  summary: "Make an agent of a template; it follows the organization's models, whatever they become",
  permission: "admin",
  timeline: "system",
  params: templateParams,
  body: hireBody,
  success: { status: 200, description: "The agent, published", body: agentBody },
  errors: {
    404: "No such template",
    409: "A step failed for good; what was made is taken back",
    503: "Temporal does not answer",
  },
  run: hireTemplate,
});

export const getHireOperation = defineOperation({
  id: "marketplace.hires.get",
  area,
  method: "get",
  path: "/workflows/{workflow_id}/hire",
  summary: "How far the hire of an agent is: its tools and documents follow the agent within moments",
  permission: "viewer",
  params: hireParams,
  success: { status: 200, description: "The hire, step by step", body: hireAnswer },
  errors: { 404: "No such agent in the organization, or nobody hired it" },
  run: getHire,
});

export const listPacksOperation = defineOperation({
  id: "marketplace.packs.list",
  area,
  method: "get",
  path: "/packs",
  summary: "Packs on the shelf: the text is looked for first, and the filters narrow what it finds",
  permission: "viewer",
  query: packsQuery,
  success: { status: 200, description: "The packs, best first", body: packListAnswer },
  run: listPacks,
});

export const getPackOperation = defineOperation({
  id: "marketplace.packs.get",
  area,
  method: "get",
  path: "/packs/{slug}",
  summary: "One pack",
  permission: "viewer",
  params: packParams,
  success: { status: 200, description: "The pack with its templates", body: packAnswer },
  errors: { 404: "No such pack on the shelf" },
  run: getPack,
});

export const marketplaceOperations = [
  listTemplatesOperation,
  getTemplateOperation,
  hireTemplateOperation,
  getHireOperation,
  listPacksOperation,
  getPackOperation,
];
