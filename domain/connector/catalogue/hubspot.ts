import type { ConnectorInput } from "../connector.ts";

const OBJECTS = "https://api.hubapi.com/crm/v3/objects";
const contactId = {
  type: "string",
  pattern: "^[0-9]+$",
  description: "The id that the contact was found or made with",
};
const contact = {
  email: { type: "string", format: "email", description: "Where the person gets mail" },
  first_name: { type: "string", maxLength: 200, description: "First name" },
  last_name: { type: "string", maxLength: 200, description: "Last name" },
  phone: { type: "string", maxLength: 50, description: "Telephone number, with + and country code" },
  company: { type: "string", maxLength: 200, description: "Where the person works" },
};
const properties = {
  email: "{{email}}",
  firstname: "{{first_name}}",
  lastname: "{{last_name}}",
  phone: "{{phone}}",
  company: "{{company}}",
};

/** HubSpot's association type that links a note to its contact. */
const NOTE_TO_CONTACT = 202;

export const hubspot: ConnectorInput = {
  slug: "hubspot",
  name: "HubSpot",
  category: "crm",
  version: "1.0.0",
  description: "Finds, adds and changes contacts, and writes notes about them",
  authorization_url: "https://app.hubspot.com/oauth/authorize",
  token_url: "https://api.hubapi.com/oauth/v1/token",
  scopes: ["oauth", "crm.objects.contacts.read", "crm.objects.contacts.write"],
  account: { url: "https://api.hubapi.com/account-info/v3/details", label: "portalId" },
  signed_out_words: ["invalid_grant", "BAD_REFRESH_TOKEN"],
  actions: [
    {
      name: "find_contact",
      description: "Finds a contact by its e-mail address or telephone number",
      parameters: {
        type: "object",
        properties: {
          by: { type: "string", enum: ["email", "phone"], description: "What is known of the person" },
          value: { type: "string", minLength: 3, description: "The address, or the number as it is written there" },
        },
        required: ["by", "value"],
      },
      request: {
        method: "POST",
        url: `${OBJECTS}/contacts/search`,
        body: {
          filterGroups: [{ filters: [{ propertyName: "{{by}}", operator: "EQ", value: "{{value}}" }] }],
          properties: ["email", "firstname", "lastname", "phone", "company"],
          limit: 5,
        },
      },
      only_reads: true,
    },
    {
      name: "create_contact",
      description: "Adds a contact. Find it first: two of one address are refused.",
      parameters: { type: "object", properties: contact, required: ["email"] },
      request: { method: "POST", url: `${OBJECTS}/contacts`, body: { properties } },
    },
    {
      name: "update_contact",
      description: "Changes what is known of a contact; what is left out stays",
      parameters: { type: "object", properties: { contact_id: contactId, ...contact }, required: ["contact_id"] },
      request: { method: "PATCH", url: `${OBJECTS}/contacts/{{contact_id}}`, body: { properties } },
    },
    {
      name: "add_note",
      description: "Writes a note about a contact",
      parameters: {
        type: "object",
        properties: {
          contact_id: contactId,
          text: { type: "string", minLength: 1, maxLength: 10_000, description: "What is to be remembered" },
        },
        required: ["contact_id", "text"],
      },
      request: {
        method: "POST",
        url: `${OBJECTS}/notes`,
        body: {
          properties: { hs_timestamp: "{{now}}", hs_note_body: "{{text}}" },
          associations: [
            {
              to: { id: "{{contact_id}}" },
              types: [{ associationCategory: "HUBSPOT_DEFINED", associationTypeId: NOTE_TO_CONTACT }],
            },
          ],
        },
      },
    },
  ],
};
