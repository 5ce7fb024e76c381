import type { TemplateTextInput } from "../../template.ts";

export const french: TemplateTextInput = {
  language: "fr-FR",
  name: "Rappel de rendez-vous",
  summary: "Appelle avant un rendez-vous, le confirme ou trouve un autre jour.",
  steps: [
    "Dit qui appelle et de quel rendez-vous il s'agit",
    "Le confirme, le déplace ou l'annule",
    "Note le nouveau jour et prend congé",
  ],
  compliance_notes: [
    "Ne dites pas le motif du rendez-vous : une autre personne a peut-être décroché.",
    "N'appelez que les personnes qui ont donné leur numéro pour des rappels, et cessez quand elles le demandent.",
  ],
  variables: [
    {
      key: "business_name",
      question: "Comment s'appelle votre cabinet ou votre entreprise ?",
      required: true,
      default: null,
    },
    {
      key: "office_hours",
      question: "Quels sont vos horaires ?",
      required: false,
      default: "du lundi au vendredi, de neuf à dix-sept heures",
    },
    {
      key: "appointment_time",
      question: "Quand est le rendez-vous, si le contact ne le dit pas ?",
      required: false,
      default: "prochain",
    },
  ],
  documents: [],
  disclosure: "Bonjour, je suis un assistant artificiel et cet appel est enregistré.",
  dispositions: ["confirmed", "moved", "canceled", "wrong_person"],
  outline: {
    global:
      "Tu es {{agent_name}} de {{business_name}}. Tu es aimable et bref. Ne dis jamais l'objet du rendez-vous. " +
      "Horaires : {{office_hours}}.",
    start: {
      name: "Rappel",
      greeting:
        "Bonjour, ici {{agent_name}} de {{business_name}}. J'appelle pour votre rendez-vous {{appointment_time}}. Viendrez-vous ?",
      prompt: "Cherche à savoir si la personne viendra au rendez-vous.",
      to: [
        { id: "confirmed", to: "goodbye", label: "Confirme", condition: "Oui, la personne viendra volontiers." },
        { id: "moves", to: "new_day", label: "Autre jour", condition: "La personne souhaite déplacer le rendez-vous." },
        { id: "cancels", to: "canceled", label: "Annuler", condition: "La personne n'a plus besoin de venir." },
      ],
    },
    steps: {
      new_day: {
        name: "Autre jour",
        prompt: "Demande quel jour convient, pendant les horaires. Dis que le nouveau jour sera confirmé.",
        extract: [{ name: "new_day", type: "string", prompt: "Le jour souhaité" }],
        to: [{ id: "moved", to: "goodbye", label: "Jour choisi", condition: "La personne a donné le nouveau jour." }],
      },
    },
    ends: {
      goodbye: { name: "Au revoir", prompt: "Merci beaucoup. À bientôt. Au revoir." },
      canceled: { name: "Annulé", prompt: "Merci de nous prévenir. Le rendez-vous est annulé. Au revoir." },
    },
  },
  conversations: [
    { title: "Elle vient", turns: [{ person: "Oui, je viendrai volontiers.", takes: ["confirmed"] }], variables: {} },
    {
      title: "Elle vient un autre jour",
      turns: [
        { person: "Je dois le déplacer.", takes: ["moves"] },
        { person: "Le nouveau jour, new_day: vendredi.", takes: ["moved"] },
      ],
      variables: { new_day: "vendredi" },
    },
    { title: "Elle ne vient pas", turns: [{ person: "Je voudrais annuler.", takes: ["cancels"] }], variables: {} },
  ],
};
