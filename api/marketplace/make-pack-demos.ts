import type { PackDemos } from "../../domain/template/pack.ts";
import { listPackDemoAgents } from "../../domain/template/pack-demo-agent.ts";
import { readPublicBaseUrl } from "../../infra/config/config.ts";
import { deriveUuid } from "../../infra/ids.ts";
import {
  findOrCreateDemoOrganization,
  findOrCreateDemoPage,
} from "../../infra/postgres/template/pack-demos.repository.ts";
import { presentEmbedToken } from "../conversations/web-call/web-calls.presenter.ts";
import type { ApiDependencies } from "../http/operation-context.ts";

type Parts = Pick<ApiDependencies, "database" | "config" | "tokens">;

/**
 * Makes an agent and a talk page for each of the platform's packs with calls, so that a fresh installation shows every
 * pack and people can hear each before they hire it. All API processes make the same ones, once.
 */
export const makePackDemos = async ({ database, config, tokens }: Parts): Promise<PackDemos> => {
  const organizationId = await findOrCreateDemoOrganization(database);
  const { origin } = new URL(readPublicBaseUrl(config));
  const demos = listPackDemoAgents((slug) => deriveUuid(`pack demo trigger\n${organizationId}\n${slug}`));
  const made: PackDemos = {};
  for (const demo of demos) {
    const token = await database.inOrganization(organizationId, (tx) =>
      findOrCreateDemoPage(tx, { organizationId, demo, origin }),
    );
    const { page_url } = presentEmbedToken({ config, tokens }, token, { talkedSeconds: 0 });
    made[demo.slug] = { demo_number: null, demo_url: page_url };
  }
  return made;
};
