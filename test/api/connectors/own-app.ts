import { mkdtempSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";

export const SLUG = "generic-oauth2";

/** Returns an app as an operator defines it. */
export const ownApp = (oauth: string, app: string) => ({
  name: "Example Desk",
  category: "other",
  version: "1.0.0",
  description: "Writes notes",
  authorization_url: `${oauth}/auth`,
  token_url: `${oauth}/token`,
  revocation_url: `${oauth}/token/revocation`,
  scopes: ["openid", "email"],
  account: { url: `${oauth}/me`, label: "email" },
  actions: [
    {
      name: "add_note",
      description: "Writes a note",
      parameters: {
        type: "object",
        properties: {
          text: { type: "string", minLength: 1, description: "The note" },
          desk: { type: "string", description: "Whose desk", default: "front" },
        },
        required: ["text"],
      },
      request: { method: "POST", url: `${app}/desks/{{desk}}/notes`, body: { text: "{{text}}" } },
    },
    {
      name: "remove_note",
      description: "Takes a note away",
      parameters: {
        type: "object",
        properties: { note_id: { type: "string", description: "Which note" } },
        required: ["note_id"],
      },
      request: { method: "DELETE", url: `${app}/notes/{{note_id}}` },
    },
  ],
});

export const fileOf = (content: unknown): string => {
  const file = join(mkdtempSync(join(tmpdir(), "connectors-")), "connectors.json");
  writeFileSync(file, typeof content === "string" ? content : JSON.stringify(content));
  return file;
};
