import type { TemplateTextInput } from "../../template.ts";

export const hindi: TemplateTextInput = {
  language: "hi-IN",
  name: "संतुष्टि सर्वेक्षण",
  summary: "ग्राहकों से 0 से 10 तक अंक पूछता है, और असंतुष्ट ग्राहकों से कारण।",
  steps: [
    "पूछता है कि अभी समय ठीक है या नहीं",
    "0 से 10 तक अंक पूछता है",
    "असंतुष्ट ग्राहकों से कारण पूछता है और वापस फ़ोन का प्रस्ताव देता है",
  ],
  compliance_notes: ["सर्वेक्षण में कुछ न बेचें: तब कॉल विज्ञापन बन जाएगी, जिसके नियम अलग हैं।", "ना कहने पर तुरंत मान लें।"],
  variables: [
    { key: "business_name", question: "आपके व्यवसाय का नाम क्या है?", required: true, default: null },
    { key: "survey_topic", question: "सर्वेक्षण किस बारे में है?", required: true, default: null },
  ],
  documents: [],
  disclosure: "नमस्ते, मैं एक कृत्रिम सहायक हूँ और यह कॉल रिकॉर्ड की जा रही है।",
  dispositions: ["answered_all", "declined", "unhappy"],
  outline: {
    global: "आप {{business_name}} से {{agent_name}} हैं और {{survey_topic}} के बारे में पूछते हैं। बहस न करें और कुछ न बेचें।",
    start: {
      name: "परिचय",
      greeting:
        "नमस्ते, मैं {{business_name}} से {{agent_name}} बोल रहा हूँ। क्या मैं {{survey_topic}} के बारे में दो छोटे सवाल पूछ सकता हूँ?",
      prompt: "पता करें कि व्यक्ति के पास दो सवालों के लिए एक मिनट है या नहीं।",
      to: [
        { id: "agrees", to: "score", label: "सहमत", condition: "व्यक्ति खुशी से जवाब देगा, ज़रूर पूछिए।" },
        { id: "declines", to: "declined", label: "मना", condition: "व्यक्ति व्यस्त है।" },
      ],
    },
    steps: {
      score: {
        name: "अंक",
        prompt: "पूछें कि 0 से 10 में हमारी सिफ़ारिश की कितनी संभावना है।",
        extract: [{ name: "score", type: "number", prompt: "0 से 10 तक अंक" }],
        to: [
          { id: "happy", to: "thanks", label: "अच्छा अंक", condition: "सात या अधिक।" },
          { id: "unhappy", to: "reason", label: "ख़राब अंक", condition: "छह या कम।" },
        ],
      },
      reason: {
        name: "कारण",
        prompt: "पूछें कि क्या ग़लत हुआ और क्या किसी को वापस फ़ोन करना चाहिए।",
        extract: [{ name: "call_back", type: "boolean", prompt: "क्या किसी को वापस फ़ोन करना चाहिए" }],
        to: [{ id: "told", to: "thanks", label: "कारण बताया", condition: "व्यक्ति कारण बता चुका है।" }],
      },
    },
    ends: {
      thanks: { name: "धन्यवाद", prompt: "आपके जवाबों के लिए बहुत धन्यवाद। नमस्ते।" },
      declined: { name: "मना किया", prompt: "कोई बात नहीं। आपका दिन शुभ हो। नमस्ते।" },
    },
  },
  conversations: [
    {
      title: "संतुष्ट ग्राहक",
      turns: [
        { person: "ज़रूर पूछिए।", takes: ["agrees"] },
        { person: "अच्छा अंक: 9", takes: ["happy"] },
      ],
      variables: { score: 9 },
    },
    {
      title: "असंतुष्ट ग्राहक",
      turns: [
        { person: "ज़रूर पूछिए।", takes: ["agrees"] },
        { person: "ख़राब अंक: 3", takes: ["unhappy"] },
        { person: "कारण बताया: देर हुई, call_back: yes", takes: ["told"] },
      ],
      variables: { score: 3, call_back: true },
    },
    { title: "समय के बिना कोई", turns: [{ person: "मैं अभी व्यस्त हूँ।", takes: ["declines"] }], variables: {} },
  ],
};
