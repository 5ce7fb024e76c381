import { randomBytes } from "node:crypto";
import { readFile, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { z } from "zod";
import { createDemoClient, type DemoClient, readNumber, readText } from "./demo/demo-client.ts";
import { buildTalkAgent, type TalkLanguage } from "./talk-agent.ts";
import { giveGuides, givenGuides } from "./talk-guides.ts";

/** Kept in the data folder, with the account in which the inbox of the first talk can be read. */
const keptPage = z.object({
  token: z.string(),
  url: z.string(),
  agent_id: z.number(),
  email: z.string(),
  password: z.string(),
  guides: givenGuides,
});
type KeptPage = z.output<typeof keptPage>;

interface TalkPlace {
  apiUrl: string;
  dataDir: string;
}

const FILE = "talk-page.json";

/**
 * Returns the page on which the person at this machine can talk with an agent before creating anything. Its
 * organization is created at the first start, and the page's address is kept in the data folder.
 */
export const openTalkPage = async ({
  apiUrl,
  dataDir,
  language = "en",
}: TalkPlace & { language?: TalkLanguage }): Promise<string> => {
  const visitor = createDemoClient(`${apiUrl}/api/v1`);
  const kept = await readKept(dataDir);
  // Another port is another origin, for which the kept page does not work.
  if (kept?.url.startsWith(`${apiUrl}/`) && (await works(visitor, kept.token))) return kept.url;
  const page = await makePage(visitor, { apiUrl, language });
  await keep(dataDir, page);
  return page.url;
};

/**
 * Gives the agent of the page the guides that it answers from, or their new texts. It takes a while, so nobody waits for it;
 * what a stop has left out is given at the next start.
 */
export const teachTalkAgent = async ({ apiUrl, dataDir }: TalkPlace): Promise<void> => {
  const kept = await readKept(dataDir);
  if (!kept) return;
  const { email, password, agent_id: agentId, guides: given } = kept;
  const session = await createDemoClient(`${apiUrl}/api/v1`).post("/auth/login", { email, password });
  const owner = createDemoClient(`${apiUrl}/api/v1`, { authorization: `Bearer ${readText(session, "token")}` });
  await giveGuides(owner, { agentId, given, keep: (guides) => keep(dataDir, { ...kept, guides }) });
};

const readKept = async (dataDir: string): Promise<KeptPage | null> => {
  try {
    return keptPage.parse(JSON.parse(await readFile(join(dataDir, FILE), "utf8")));
  } catch {
    return null;
  }
};

const keep = (dataDir: string, page: KeptPage): Promise<void> =>
  writeFile(join(dataDir, FILE), JSON.stringify(page), { mode: 0o600 });

const works = (visitor: DemoClient, token: string): Promise<boolean> =>
  visitor.get(`/public/talk/${token}`).then(
    () => true,
    () => false,
  );

const makePage = async (
  visitor: DemoClient,
  { apiUrl, language }: { apiUrl: string; language: TalkLanguage },
): Promise<KeptPage> => {
  const account = {
    email: `talk-${randomBytes(6).toString("hex")}@example.com`,
    password: randomBytes(24).toString("base64url"),
  };
  const session = await visitor.post("/auth/signup", { ...account, organization_name: "Try it out" });
  const owner = createDemoClient(`${apiUrl}/api/v1`, { authorization: `Bearer ${readText(session, "token")}` });
  const agentId = readNumber(await owner.post("/workflows/create/definition", buildTalkAgent(language)), "id");
  const page = await owner.post(`/workflows/${agentId}/embed-tokens`, {
    name: "The page that npm start prints",
    allowed_origins: [new URL(apiUrl).origin],
    max_concurrent: 5,
  });
  return {
    token: readText(page, "token"),
    url: readText(page, "page_url"),
    agent_id: agentId,
    ...account,
    guides: {},
  };
};
