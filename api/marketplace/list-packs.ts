import type { z } from "zod";
import { isListed } from "../../domain/template/pack.ts";
import { firstPartyPacks } from "../../domain/template/packs.ts";
import { searchPacks } from "../../domain/template/search-packs.ts";
import type { OperationContext } from "../http/operation-context.ts";
import { presentPackItem } from "./marketplace.presenter.ts";
import type { packsQuery } from "./marketplace.schemas.ts";

export const listPacks = async ({ packDemos }: OperationContext, { query }: { query: z.output<typeof packsQuery> }) => {
  const shelf = firstPartyPacks(packDemos).filter(isListed);
  return {
    jobs: [...new Set(shelf.map(({ job }) => job))].sort(),
    packs: searchPacks(shelf, query).map(presentPackItem),
  };
};
