import { buildOwnPack } from "../../domain/template/own-pack.ts";
import { isListed, type Pack } from "../../domain/template/pack.ts";
import { listFirstPartyPacks } from "../../domain/template/packs.ts";
import { searchPacks } from "../../domain/template/search-packs.ts";
import { listOwnPacks } from "../../infra/postgres/template/own-packs.repository.ts";
import type { OperationInput } from "../http/operation.ts";
import type { OperationContext } from "../http/operation-context.ts";
import { presentPackItem } from "./marketplace.presenter.ts";
import type { packsQuery } from "./marketplace.schemas.ts";
import { readOwnPublisher } from "./read-own-pack-answer.ts";

/** Lists and searches the platform's packs and the organization's own together. */
export const listPacks = async (context: OperationContext, { query }: OperationInput<{ query: typeof packsQuery }>) => {
  const shelf = [...listFirstPartyPacks(context.packDemos), ...(await ownPacks(context))].filter(isListed);
  return {
    jobs: [...new Set(shelf.map(({ job }) => job))].sort(),
    packs: searchPacks(shelf, query).map(presentPackItem),
  };
};

const ownPacks = (context: OperationContext): Promise<Pack[]> =>
  context.inOrganization(async (tx) => {
    const publisher = await readOwnPublisher(tx);
    return (await listOwnPacks(tx)).map((version) => buildOwnPack(version, publisher));
  });
