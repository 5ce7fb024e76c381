import { minimalDefinition } from "./agents.ts";
import type { TenantRows } from "./tenant-rows.ts";

/** A body that each operation accepts, by its id; the ones that take an empty body are left out. */
export const validBodies = ({ pathParameters }: TenantRows): Record<string, object | undefined> => {
  const { workflow_id, contact_list_id, phone_number, folder_id, document_uuid } = pathParameters;
  return {
    signup: { email: "walk@example.com", password: "a password of some length" },
    login: { email: "walk@example.com", password: "a password of some length" },
    "keys.create": { name: "A key" },
    "telephony.configs.create": { name: "Another simulator", config: { provider: "simulator" } },
    "telephony.phoneNumbers.create": { address: phone_number },
    "numbers.search": { country: "US" },
    "numbers.provision": { phone_number },
    "numbers.verified.start": { phone_number },
    "numbers.verified.confirm": { phone_number, code: "000000" },
    "agents.create": { name: "An agent", workflow_definition: minimalDefinition() },
    "agents.setStatus": { status: "archived" },
    "agents.move": { folder_id },
    "channels.create": { name: "Another channel" },
    "channels.rename": { name: "Another channel" },
    "contacts.lists.create": { name: "Another list" },
    "contacts.lists.update": { name: "Another name" },
    "contacts.uploadUrl": { file_name: "people.csv", file_size: 100, content_type: "text/csv" },
    "contacts.import": { object_store_key: "a key" },
    "contacts.doNotCall.add": { phone_numbers: [phone_number] },
    "contacts.consents.record": { phone_number, status: "withdrawn", source: "letter" },
    "contacts.update": { name: "Another name" },
    "campaigns.create": { name: "Another campaign", workflow_id, contact_list_id },
    "calls.start": { phone_number },
    "calls.startTest": { phone_number },
    "calls.startByWorkflow": { phone_number },
    "calls.startTestByWorkflow": { phone_number },
    "calls.create": { mode: "simulator", name: "A call" },
    "textSessions.create": { name: "A session" },
    "textSessions.message": { text: "Hello" },
    "models.set": { llm: { provider: "local", model: "scripted" } },
    "calls.initiate": { workflow_id, phone_number },
    "credentials.create": { name: "A key", credential_type: "bearer_token", credential_data: { token: "a token" } },
    "knowledge.uploadUrl": { filename: "prices.txt", mime_type: "text/plain" },
    "knowledge.process": { document_uuid, object_store_key: "a key" },
    "knowledge.translate": { target_language: "de" },
    "knowledge.search": { query: "prices" },
    "recordings.uploadUrl": { files: [{ filename: "hello.wav", file_size: 44 }] },
    "recordings.create": { recordings: [{ recording_id: "missing", storage_key: "a key", transcript: "Hello" }] },
    "webhooks.create": { url: "https://example.com/hook" },
    "tools.create": { name: "A tool", category: "calculator", definition: { type: "calculator" } },
  };
};
