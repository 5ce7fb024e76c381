import type { TemplateTextInput } from "../../template.ts";

export const spanish: TemplateTextInput = {
  language: "es-ES",
  name: "Encuesta de satisfacción",
  summary: "Pide a los clientes una nota de 0 a 10, y a los descontentos el motivo.",
  steps: [
    "Pregunta si es buen momento",
    "Pide una nota de 0 a 10",
    "Pregunta el motivo a los descontentos y ofrece una llamada",
  ],
  compliance_notes: [
    "No venda nada en una encuesta: la llamada sería publicidad, con otras reglas.",
    "Acepte un no de inmediato.",
  ],
  variables: [
    { key: "business_name", question: "¿Cómo se llama su negocio?", required: true, default: null },
    { key: "survey_topic", question: "¿De qué trata la encuesta?", required: true, default: null },
  ],
  documents: [],
  disclosure: "Hola, soy un asistente artificial y esta llamada se graba.",
  dispositions: ["answered_all", "declined", "unhappy"],
  outline: {
    global: "Eres {{agent_name}} de {{business_name}} y preguntas por {{survey_topic}}. Nunca discutes ni vendes nada.",
    start: {
      name: "Presentación",
      greeting:
        "Hola, soy {{agent_name}} de {{business_name}}. ¿Puedo hacerle dos preguntas cortas sobre {{survey_topic}}?",
      prompt: "Averigua si la persona tiene un minuto para dos preguntas.",
      to: [
        { id: "agrees", to: "score", label: "Acepta", condition: "La persona responde con gusto, claro, adelante." },
        { id: "declines", to: "declined", label: "Rechaza", condition: "La persona está ocupada." },
      ],
    },
    steps: {
      score: {
        name: "Nota",
        prompt: "Pregunta con qué probabilidad nos recomendaría, de 0 a 10.",
        extract: [{ name: "score", type: "number", prompt: "La nota de 0 a 10" }],
        to: [
          { id: "happy", to: "thanks", label: "Buena nota", condition: "Siete o más." },
          { id: "unhappy", to: "reason", label: "Mala nota", condition: "Seis o menos." },
        ],
      },
      reason: {
        name: "Motivo",
        prompt: "Pregunta qué salió mal y si alguien debe llamar.",
        extract: [{ name: "call_back", type: "boolean", prompt: "Si alguien debe llamar" }],
        to: [{ id: "told", to: "thanks", label: "Motivo dicho", condition: "La persona ha explicado el motivo." }],
      },
    },
    ends: {
      thanks: { name: "Gracias", prompt: "Muchas gracias por sus respuestas. Adiós." },
      declined: { name: "Rechazada", prompt: "No hay problema. Que tenga un buen día. Adiós." },
    },
  },
  conversations: [
    {
      title: "Un cliente contento",
      turns: [
        { person: "Claro, adelante.", takes: ["agrees"] },
        { person: "Una buena nota: 9.", takes: ["happy"] },
      ],
      variables: { score: 9 },
    },
    {
      title: "Una clienta descontenta",
      turns: [
        { person: "Claro, adelante.", takes: ["agrees"] },
        { person: "Una mala nota: 3.", takes: ["unhappy"] },
        { person: "El motivo es la espera, call_back: yes.", takes: ["told"] },
      ],
      variables: { score: 3, call_back: true },
    },
    { title: "Alguien sin tiempo", turns: [{ person: "Estoy muy ocupada.", takes: ["declines"] }], variables: {} },
  ],
};
