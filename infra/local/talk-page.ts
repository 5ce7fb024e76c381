import { randomBytes } from "node:crypto";
import { readFile, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { z } from "zod";
import { createDemoClient, type DemoClient, readNumber, readText } from "./demo/demo-client.ts";

const keptPage = z.object({ token: z.string(), url: z.string() });

const AGENT = {
  name: "Mira",
  workflow_definition: {
    nodes: [
      {
        id: "start",
        type: "startCall",
        position: { x: 0, y: 0 },
        data: {
          name: "Greeting",
          greeting: "Hello, this is Mira. I live on this computer. What would you like to know?",
          prompt: "Answer briefly and in a friendly way. Say that an organization of one's own is made in the console.",
          allow_interrupt: true,
        },
      },
      {
        id: "end",
        type: "endCall",
        position: { x: 0, y: 180 },
        data: { name: "Goodbye", prompt: "Say goodbye." },
      },
    ],
    edges: [
      { id: "done", source: "start", target: "end", data: { label: "Done", condition: "The person says goodbye." } },
    ],
  },
};

/**
 * Returns the page on which the person at this machine can talk with an agent before creating anything. Its
 * organization, which has no password, is created at the first start, and the page's address is kept in the data
 * folder.
 */
export const openTalkPage = async ({ apiUrl, dataDir }: { apiUrl: string; dataDir: string }): Promise<string> => {
  const file = join(dataDir, "talk-page.json");
  const visitor = createDemoClient(`${apiUrl}/api/v1`);
  const kept = await readKept(file);
  // Another port is another origin, for which the kept page does not work.
  if (kept?.url.startsWith(`${apiUrl}/`) && (await works(visitor, kept.token))) return kept.url;
  const page = await makePage(visitor, apiUrl);
  await writeFile(file, JSON.stringify(page), { mode: 0o600 });
  return page.url;
};

const readKept = async (file: string): Promise<z.output<typeof keptPage> | null> => {
  try {
    return keptPage.parse(JSON.parse(await readFile(file, "utf8")));
  } catch {
    return null;
  }
};

const works = (visitor: DemoClient, token: string): Promise<boolean> =>
  visitor.get(`/public/talk/${token}`).then(
    () => true,
    () => false,
  );

const makePage = async (visitor: DemoClient, apiUrl: string): Promise<z.output<typeof keptPage>> => {
  const session = await visitor.post("/auth/signup", {
    email: `talk-${randomBytes(6).toString("hex")}@example.com`,
    password: randomBytes(24).toString("base64url"),
    organization_name: "Try it out",
  });
  const owner = createDemoClient(`${apiUrl}/api/v1`, { authorization: `Bearer ${readText(session, "token")}` });
  const agentId = readNumber(await owner.post("/workflows/create/definition", AGENT), "id");
  const page = await owner.post(`/workflows/${agentId}/embed-tokens`, {
    name: "The page that npm start prints",
    allowed_origins: [new URL(apiUrl).origin],
    max_concurrent: 5,
  });
  return { token: readText(page, "token"), url: readText(page, "page_url") };
};
