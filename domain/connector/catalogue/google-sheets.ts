import type { ConnectorInput } from "../connector.ts";

const SHEETS = "https://sheets.googleapis.com/v4/spreadsheets";
const spreadsheetId = {
  type: "string",
  minLength: 1,
  description: "The part of the spreadsheet's address between /d/ and /edit",
};
const range = (description: string) => ({ type: "string", minLength: 1, description });
const row = {
  type: "array",
  minItems: 1,
  maxItems: 100,
  description: "What stands in the cells, from the left",
  items: { type: ["string", "number", "boolean"] },
};

/** Values are written as they are (`RAW`): a caller's words that look like a formula must not become one. */
export const googleSheets: ConnectorInput = {
  slug: "google-sheets",
  name: "Google Sheets",
  category: "spreadsheet",
  version: "1.0.0",
  description: "Reads rows of a spreadsheet, adds some and changes them",
  authorization_url: "https://accounts.google.com/o/oauth2/v2/auth",
  authorization_parameters: { access_type: "offline", prompt: "consent" },
  token_url: "https://oauth2.googleapis.com/token",
  revocation_url: "https://oauth2.googleapis.com/revoke",
  scopes: ["openid", "email", "https://www.googleapis.com/auth/spreadsheets"],
  account: { url: "https://openidconnect.googleapis.com/v1/userinfo", label: "email" },
  actions: [
    {
      name: "read_rows",
      description: "Reads the cells of a range, row by row",
      parameters: {
        type: "object",
        properties: { spreadsheet_id: spreadsheetId, range: range("Such as Prices!A1:D50") },
        required: ["spreadsheet_id", "range"],
      },
      request: { method: "GET", url: `${SHEETS}/{{spreadsheet_id}}/values/{{range}}` },
      only_reads: true,
    },
    {
      name: "append_row",
      description: "Adds a row below the last one of a sheet",
      parameters: {
        type: "object",
        properties: { spreadsheet_id: spreadsheetId, range: range("The sheet, such as Calls!A:E"), row },
        required: ["spreadsheet_id", "range", "row"],
      },
      request: {
        method: "POST",
        url: `${SHEETS}/{{spreadsheet_id}}/values/{{range}}:append`,
        query: { valueInputOption: "RAW", insertDataOption: "INSERT_ROWS" },
        body: { values: ["{{row}}"] },
      },
    },
    {
      name: "update_row",
      description: "Writes a row over what stands there",
      parameters: {
        type: "object",
        properties: { spreadsheet_id: spreadsheetId, range: range("The row, such as Calls!A7:E7"), row },
        required: ["spreadsheet_id", "range", "row"],
      },
      request: {
        method: "PUT",
        url: `${SHEETS}/{{spreadsheet_id}}/values/{{range}}`,
        query: { valueInputOption: "RAW" },
        body: { values: ["{{row}}"] },
      },
    },
  ],
};
