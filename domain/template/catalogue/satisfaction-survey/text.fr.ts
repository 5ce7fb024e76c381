import type { TemplateTextInput } from "../../template.ts";

export const french: TemplateTextInput = {
  language: "fr-FR",
  name: "Enquête de satisfaction",
  summary: "Demande aux clients une note de 0 à 10, et la raison aux mécontents.",
  steps: [
    "Demande si c'est le bon moment",
    "Demande une note de 0 à 10",
    "Demande la raison aux mécontents et propose un rappel",
  ],
  compliance_notes: [
    "Ne vendez rien pendant une enquête : l'appel serait une publicité, soumise à d'autres règles.",
    "Acceptez tout de suite un refus.",
  ],
  variables: [
    { key: "business_name", question: "Comment s'appelle votre entreprise ?", required: true, default: null },
    { key: "survey_topic", question: "Sur quoi porte l'enquête ?", required: true, default: null },
  ],
  documents: [],
  disclosure: "Bonjour, je suis un assistant artificiel et cet appel est enregistré.",
  dispositions: ["answered_all", "declined", "unhappy"],
  outline: {
    global:
      "Tu es {{agent_name}} de {{business_name}} et tu poses des questions sur {{survey_topic}}. Tu ne discutes jamais et ne vends rien.",
    start: {
      name: "Présentation",
      greeting:
        "Bonjour, ici {{agent_name}} de {{business_name}}. Puis-je vous poser deux courtes questions sur {{survey_topic}} ?",
      prompt: "Cherche à savoir si la personne a une minute pour deux questions.",
      to: [
        { id: "agrees", to: "score", label: "Accepte", condition: "Oui, la personne répond volontiers." },
        { id: "declines", to: "declined", label: "Refuse", condition: "La personne manque de temps." },
      ],
    },
    steps: {
      score: {
        name: "Note",
        prompt: "Demande avec quelle probabilité la personne nous recommanderait, de 0 à 10.",
        extract: [{ name: "score", type: "number", prompt: "La note de 0 à 10" }],
        to: [
          { id: "happy", to: "thanks", label: "Bonne note", condition: "Sept ou plus." },
          { id: "unhappy", to: "reason", label: "Mauvaise note", condition: "Six ou moins." },
        ],
      },
      reason: {
        name: "Raison",
        prompt: "Demande ce qui n'allait pas et si quelqu'un doit rappeler.",
        extract: [{ name: "call_back", type: "boolean", prompt: "Si quelqu'un doit rappeler" }],
        to: [{ id: "told", to: "thanks", label: "Raison donnée", condition: "La personne a donné la raison." }],
      },
    },
    ends: {
      thanks: { name: "Merci", prompt: "Merci beaucoup pour vos réponses. Au revoir." },
      declined: { name: "Refusé", prompt: "Pas de problème. Bonne journée. Au revoir." },
    },
  },
  conversations: [
    {
      title: "Une cliente contente",
      turns: [
        { person: "Oui, volontiers.", takes: ["agrees"] },
        { person: "Une bonne note : 9.", takes: ["happy"] },
      ],
      variables: { score: 9 },
    },
    {
      title: "Un client mécontent",
      turns: [
        { person: "Oui, volontiers.", takes: ["agrees"] },
        { person: "Une mauvaise note : 3.", takes: ["unhappy"] },
        { person: "La raison est l'attente, call_back: yes.", takes: ["told"] },
      ],
      variables: { score: 3, call_back: true },
    },
    { title: "Quelqu'un sans temps", turns: [{ person: "Je manque de temps.", takes: ["declines"] }], variables: {} },
  ],
};
