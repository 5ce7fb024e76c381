import type { TemplateTextInput } from "../../template.ts";

export const spanish: TemplateTextInput = {
  language: "es-ES",
  name: "Recordatorio de cita",
  summary: "Llama antes de una cita, la confirma o busca otro día.",
  steps: [
    "Dice quién llama y de qué cita se trata",
    "La confirma, la cambia o la cancela",
    "Anota el nuevo día y se despide",
  ],
  compliance_notes: [
    "No diga el motivo de la cita: puede haber contestado otra persona.",
    "Llame solo a quienes dieron su número para recordatorios y deje de hacerlo cuando lo pidan.",
  ],
  variables: [
    { key: "business_name", question: "¿Cómo se llama su consulta o negocio?", required: true, default: null },
    {
      key: "office_hours",
      question: "¿Cuál es su horario?",
      required: false,
      default: "de lunes a viernes, de nueve a cinco",
    },
    {
      key: "appointment_time",
      question: "¿Cuándo es la cita, si el contacto no lo dice?",
      required: false,
      default: "próxima",
    },
  ],
  documents: [],
  disclosure: "Hola, soy un asistente artificial y esta llamada se graba.",
  dispositions: ["confirmed", "moved", "canceled", "wrong_person"],
  outline: {
    global:
      "Eres {{agent_name}} de {{business_name}}. Eres amable y breve. Nunca digas para qué es la cita. " +
      "Horario: {{office_hours}}.",
    start: {
      name: "Recordatorio",
      greeting: "Hola, soy {{agent_name}} de {{business_name}}. Llamo por su cita {{appointment_time}}. ¿Vendrá usted?",
      prompt: "Averigua si la persona vendrá a la cita.",
      to: [
        { id: "confirmed", to: "goodbye", label: "Confirma", condition: "La persona vendrá: sí, iré con gusto." },
        { id: "moves", to: "new_day", label: "Otro día", condition: "La persona quiere cambiar la fecha." },
        { id: "cancels", to: "canceled", label: "Cancelar", condition: "La persona ya no necesita venir." },
      ],
    },
    steps: {
      new_day: {
        name: "Otro día",
        prompt: "Pregunta qué día le conviene dentro del horario. Di que el nuevo día se confirmará.",
        extract: [{ name: "new_day", type: "string", prompt: "El día que prefiere" }],
        to: [{ id: "moved", to: "goodbye", label: "Día elegido", condition: "La persona ha dicho el nuevo día." }],
      },
    },
    ends: {
      goodbye: { name: "Despedida", prompt: "Muchas gracias. Le esperamos. Adiós." },
      canceled: { name: "Cancelada", prompt: "Gracias por avisar. La cita queda cancelada. Adiós." },
    },
  },
  conversations: [
    { title: "Vendrá", turns: [{ person: "Sí, iré con gusto.", takes: ["confirmed"] }], variables: {} },
    {
      title: "Vendrá otro día",
      turns: [
        { person: "Necesito cambiar la fecha.", takes: ["moves"] },
        { person: "El nuevo día, new_day: viernes.", takes: ["moved"] },
      ],
      variables: { new_day: "viernes" },
    },
    { title: "No vendrá", turns: [{ person: "Quiero cancelar, por favor.", takes: ["cancels"] }], variables: {} },
  ],
};
