import type { TemplateInput } from "../../template.ts";

export const itHelpDesk: TemplateInput = {
  id: "it-help-desk",
  version: "1.0.0",
  vertical: "technology",
  direction: "inbound",
  voice: { gender: "male" },
  tools: [
    {
      key: "open_ticket",
      name: "Open ticket",
      description: "Opens a ticket with a title and the urgency, and gives its number.",
      definition: {
        type: "http_api",
        config: {
          method: "POST",
          url: "{{ticket_api_url}}",
          parameters: [
            { name: "problem", type: "string", description: "The problem in a few words" },
            { name: "urgent", type: "boolean", description: "Whether work stands still", required: false },
          ],
        },
      },
      credential: {
        name: "Ticket system",
        why: "The agent opens tickets in your help desk's system and needs its access token.",
      },
    },
  ],
  texts: [
    {
      language: "en-US",
      name: "IT help desk",
      summary: "Takes calls about passwords, mail and printers, solves what is simple, and opens tickets for the rest.",
      steps: ["Asks what does not work", "Tries the remedies of your guide", "Opens a ticket when that does not help"],
      compliance_notes: [
        "The agent never asks for a password and resets none: it cannot prove who is calling.",
        "Tickets may hold personal data; keep them where your works agreement allows it.",
      ],
      variables: [
        { key: "business_name", question: "What is your organization called?", required: true, default: null },
        { key: "ticket_api_url", question: "Which address opens a ticket (POST)?", required: true, default: null },
        {
          key: "password_page",
          question: "Where do people reset their passwords themselves?",
          required: true,
          default: null,
        },
      ],
      documents: [
        {
          key: "remedies",
          filename: "remedies.md",
          text: "# First remedies\n\n## Password\n\nPasswords are reset at {{password_page}}. Nobody at {{business_name}} ever asks for one.\n\n## Printer\n\nSwitch it off, wait ten seconds, switch it on. Choose the printer again in the print dialogue.\n\n## Mail\n\nClose the program, check that other pages open, start it again.",
        },
      ],
      disclosure: "Hello, I am an artificial assistant, and this call is recorded.",
      dispositions: ["solved", "ticket", "password"],
      outline: {
        global:
          "You are {{agent_name}} of the help desk of {{business_name}}. You never ask for a password. Passwords are reset at {{password_page}}.",
        start: {
          name: "Problem",
          greeting: "Help desk of {{business_name}}, this is {{agent_name}}. What does not work?",
          prompt: "Find out what does not work.",
          to: [
            {
              id: "password",
              to: "password_end",
              label: "Password",
              condition: "The caller forgot a password or is locked out.",
            },
            {
              id: "trouble",
              to: "remedy",
              label: "Something broken",
              condition: "Printer, mail, screen or network does not work.",
            },
          ],
        },
        steps: {
          remedy: {
            name: "Remedy",
            prompt: "Go through the first remedies, one at a time. Open a ticket when they do not help.",
            extract: [{ name: "problem", type: "string", prompt: "The problem in a few words" }],
            tools: ["open_ticket"],
            to: [
              { id: "solved", to: "solved_end", label: "Solved", condition: "It works again." },
              {
                id: "ticketed",
                to: "ticket_end",
                label: "Ticket opened",
                condition: "The caller has the number and says goodbye.",
              },
            ],
          },
        },
        ends: {
          password_end: { name: "Password", prompt: "You can set a new one at {{password_page}}. Goodbye." },
          solved_end: { name: "Solved", prompt: "I am glad that it works. Goodbye." },
          ticket_end: { name: "Ticket", prompt: "A colleague takes care of it. Goodbye." },
        },
      },
      conversations: [
        {
          title: "A forgotten password",
          turns: [{ person: "I forgot my password.", takes: ["password"] }],
          variables: {},
        },
        {
          title: "A printer that works again",
          turns: [
            { person: "The printer is broken.", takes: ["trouble"] },
            { person: "The problem is paper. It works again, solved!", takes: ["solved"] },
          ],
          variables: { problem: "paper" },
        },
        {
          title: "A ticket",
          turns: [
            { person: "The network does not work.", takes: ["trouble"] },
            { person: "Please open ticket, the problem is network.", takes: [] },
            { person: "Thanks for the number, goodbye.", takes: ["ticketed"] },
          ],
          variables: { problem: "network" },
          tools: ["open_ticket"],
        },
      ],
    },
  ],
};
