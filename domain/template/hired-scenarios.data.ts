interface Manners {
  optOut: { name: string; say: string };
  silence: { name: string };
  robot: { name: string; say: string };
}

/** How people behave on every kind of call, by language. */
export const MANNERS: Readonly<Record<string, Manners>> = {
  en: {
    optOut: { name: "Does not want to be called again", say: "Please do not call me again." },
    silence: { name: "Says nothing" },
    robot: { name: "Asks who is speaking", say: "Am I speaking with a robot or with a person?" },
  },
  de: {
    optOut: { name: "M\u00f6chte nicht mehr angerufen werden", say: "Bitte rufen Sie mich nicht mehr an." },
    silence: { name: "Sagt nichts" },
    robot: { name: "Fragt, wer spricht", say: "Spreche ich mit einer Maschine oder mit einem Menschen?" },
  },
  es: {
    optOut: { name: "No quiere m\u00e1s llamadas", say: "No me llame m\u00e1s, por favor." },
    silence: { name: "No dice nada" },
    robot: { name: "Pregunta qui\u00e9n habla", say: "\u00bfHablo con una m\u00e1quina o con una persona?" },
  },
  fr: {
    optOut: { name: "Ne veut plus \u00eatre appel\u00e9", say: "Ne m'appelez plus, s'il vous pla\u00eet." },
    silence: { name: "Ne dit rien" },
    robot: { name: "Demande qui parle", say: "Est-ce que je parle \u00e0 une machine ou \u00e0 une personne ?" },
  },
};
