import type { ConnectorInput } from "../connector.ts";

const CALENDARS = "https://www.googleapis.com/calendar/v3";
const calendarId = {
  type: "string",
  description: "Which calendar; its owner's own one when left out",
  default: "primary",
};
const instant = (description: string) => ({
  type: "string",
  format: "date-time",
  description: `${description}, with its offset: 2026-03-01T09:30:00+01:00`,
});

export const googleCalendar: ConnectorInput = {
  slug: "google-calendar",
  name: "Google Calendar",
  category: "calendar",
  version: "1.0.0",
  description: "Looks when somebody is free, and makes and removes events",
  authorization_url: "https://accounts.google.com/o/oauth2/v2/auth",
  // Google issues a refresh token only with these parameters, and then at every sign-in.
  authorization_parameters: { access_type: "offline", prompt: "consent" },
  token_url: "https://oauth2.googleapis.com/token",
  revocation_url: "https://oauth2.googleapis.com/revoke",
  scopes: [
    "openid",
    "email",
    "https://www.googleapis.com/auth/calendar.events",
    "https://www.googleapis.com/auth/calendar.freebusy",
  ],
  account: { url: "https://openidconnect.googleapis.com/v1/userinfo", label: "email" },
  actions: [
    {
      name: "find_busy_times",
      description: "Tells when a calendar is taken between two instants. Everything in between is free.",
      parameters: {
        type: "object",
        properties: { from: instant("From when on"), until: instant("Until when"), calendar_id: calendarId },
        required: ["from", "until"],
      },
      request: {
        method: "POST",
        url: `${CALENDARS}/freeBusy`,
        body: { timeMin: "{{from}}", timeMax: "{{until}}", items: [{ id: "{{calendar_id}}" }] },
      },
      only_reads: true,
    },
    {
      name: "list_events",
      description: "Lists the events between two instants, in their order",
      parameters: {
        type: "object",
        properties: {
          from: instant("From when on"),
          until: instant("Until when"),
          words: { type: "string", description: "Only events with these words" },
          calendar_id: calendarId,
        },
        required: ["from", "until"],
      },
      request: {
        method: "GET",
        url: `${CALENDARS}/calendars/{{calendar_id}}/events`,
        query: {
          timeMin: "{{from}}",
          timeMax: "{{until}}",
          q: "{{words}}",
          singleEvents: "true",
          orderBy: "startTime",
          maxResults: "25",
        },
      },
      only_reads: true,
    },
    {
      name: "create_event",
      description: "Puts an event into a calendar. Look first whether the time is free.",
      parameters: {
        type: "object",
        properties: {
          title: { type: "string", minLength: 1, maxLength: 300, description: "What it is called" },
          starts_at: instant("When it begins"),
          ends_at: instant("When it ends"),
          description: { type: "string", maxLength: 4000, description: "What else is to be known" },
          attendees: {
            type: "array",
            maxItems: 20,
            description: "Who else is invited",
            items: {
              type: "object",
              properties: { email: { type: "string", format: "email" } },
              required: ["email"],
              additionalProperties: false,
            },
          },
          calendar_id: calendarId,
        },
        required: ["title", "starts_at", "ends_at"],
      },
      request: {
        method: "POST",
        url: `${CALENDARS}/calendars/{{calendar_id}}/events`,
        body: {
          summary: "{{title}}",
          description: "{{description}}",
          start: { dateTime: "{{starts_at}}" },
          end: { dateTime: "{{ends_at}}" },
          attendees: "{{attendees}}",
        },
      },
    },
    {
      name: "delete_event",
      description: "Takes an event out of a calendar",
      parameters: {
        type: "object",
        properties: {
          event_id: { type: "string", minLength: 1, description: "The id that the event was given or listed with" },
          calendar_id: calendarId,
        },
        required: ["event_id"],
      },
      request: { method: "DELETE", url: `${CALENDARS}/calendars/{{calendar_id}}/events/{{event_id}}` },
    },
  ],
};
