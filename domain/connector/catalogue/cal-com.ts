import type { ConnectorInput } from "../connector.ts";

const CAL = "https://api.cal.com/v2";
const eventTypeId = { type: "integer", minimum: 1, description: "Which kind of appointment, by its id" };
const timeZone = { type: "string", minLength: 1, description: "The person's time zone, such as Europe/Berlin" };
/** Each part of Cal.com's interface has its own version. */
const versioned = (version: string) => ({ "cal-api-version": version });

export const calCom: ConnectorInput = {
  slug: "cal-com",
  name: "Cal.com",
  category: "calendar",
  version: "1.0.0",
  description: "Looks for free appointments, books and cancels them",
  authorization_url: "https://app.cal.com/auth/oauth2/authorize",
  token_url: `${CAL}/auth/oauth2/token`,
  scopes: ["EVENT_TYPE_READ", "BOOKING_READ", "BOOKING_WRITE", "PROFILE_READ"],
  account: { url: `${CAL}/me`, label: "data.email" },
  actions: [
    {
      name: "list_event_types",
      description: "Lists the kinds of appointments that can be booked, with their ids",
      parameters: {
        type: "object",
        properties: {
          username: {
            type: "string",
            minLength: 1,
            description: "Whose they are: the name in the address of the booking page",
          },
        },
        required: ["username"],
      },
      request: {
        method: "GET",
        url: `${CAL}/event-types`,
        query: { username: "{{username}}" },
        headers: versioned("2024-06-14"),
      },
      only_reads: true,
    },
    {
      name: "find_slots",
      description: "Finds the free times of a kind of appointment",
      parameters: {
        type: "object",
        properties: {
          event_type_id: eventTypeId,
          from: { type: "string", format: "date", description: "The first day, such as 2026-03-01" },
          until: { type: "string", format: "date", description: "The last day" },
          time_zone: timeZone,
        },
        required: ["event_type_id", "from", "until"],
      },
      request: {
        method: "GET",
        url: `${CAL}/slots`,
        query: { eventTypeId: "{{event_type_id}}", start: "{{from}}", end: "{{until}}", timeZone: "{{time_zone}}" },
        headers: versioned("2024-09-04"),
      },
      only_reads: true,
    },
    {
      name: "book",
      description: "Books an appointment at a time that was free",
      parameters: {
        type: "object",
        properties: {
          event_type_id: eventTypeId,
          starts_at: {
            type: "string",
            format: "date-time",
            pattern: "Z$",
            description: "When it begins, in UTC: 2026-03-01T08:30:00Z",
          },
          name: { type: "string", minLength: 1, maxLength: 200, description: "Who comes" },
          email: { type: "string", format: "email", description: "Where the confirmation goes" },
          phone: {
            type: "string",
            pattern: "^\\+[0-9]{7,15}$",
            description: "Telephone number, with + and country code",
          },
          time_zone: timeZone,
        },
        required: ["event_type_id", "starts_at", "name", "email", "time_zone"],
      },
      request: {
        method: "POST",
        url: `${CAL}/bookings`,
        headers: versioned("2024-08-13"),
        body: {
          eventTypeId: "{{event_type_id}}",
          start: "{{starts_at}}",
          attendee: { name: "{{name}}", email: "{{email}}", phoneNumber: "{{phone}}", timeZone: "{{time_zone}}" },
        },
      },
    },
    {
      name: "cancel_booking",
      description: "Cancels an appointment",
      parameters: {
        type: "object",
        properties: {
          booking_uid: { type: "string", minLength: 1, description: "The uid that it was booked with" },
          reason: { type: "string", maxLength: 500, description: "Why, for the other side" },
        },
        required: ["booking_uid"],
      },
      request: {
        method: "POST",
        url: `${CAL}/bookings/{{booking_uid}}/cancel`,
        headers: versioned("2024-08-13"),
        body: { cancellationReason: "{{reason}}" },
      },
    },
  ],
};
