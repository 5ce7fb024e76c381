import { CATALOGUE_VERSION, findNodeSpecification, nodeCatalogue } from "../../domain/agent/node-catalogue.ts";
import { notFound } from "../http/http-error.ts";
import type { OperationInput } from "../http/operation.ts";
import type { OperationContext } from "../http/operation-context.ts";
import type { nodeTypeParams } from "./agents.schemas.ts";

export const listNodeTypes = async () => ({ spec_version: CATALOGUE_VERSION, node_types: nodeCatalogue });

export const getNodeType = async (
  _context: OperationContext,
  { params }: OperationInput<{ params: typeof nodeTypeParams }>,
) => {
  const specification = findNodeSpecification(params.name);
  if (!specification) throw notFound("Node type");
  return specification;
};
