import { createConnection } from "./connection.ts";
import { type ContactFiles, createContactFiles } from "./contact-files.ts";
import { type Conversations, createConversations } from "./conversations.ts";
import { createDocumentFiles, type DocumentFiles } from "./document-files.ts";
import { Areas, type ContactsArea, type KnowledgeArea } from "./generated/areas.ts";
import { type RingdownOptions, readSettings } from "./settings.ts";

/** A client of one platform: every operation of its API, by area, and what takes several of them. */
export class Ringdown extends Areas {
  declare readonly contacts: ContactsArea & ContactFiles;
  declare readonly knowledge: KnowledgeArea & DocumentFiles;
  readonly conversations: Conversations;

  constructor(options: RingdownOptions) {
    const settings = readSettings(options);
    super(createConnection(settings));
    Object.assign(this.contacts, createContactFiles(this.contacts, settings));
    Object.assign(this.knowledge, createDocumentFiles(this.knowledge, settings));
    this.conversations = createConversations(this.textSessions);
  }
}
