import type { TemplateTextInput } from "../../template.ts";

export const hindi: TemplateTextInput = {
  language: "hi-IN",
  name: "अपॉइंटमेंट की याद",
  summary: "अपॉइंटमेंट से पहले फ़ोन करता है, उसकी पुष्टि करता है या दूसरा दिन तय करता है।",
  steps: [
    "बताता है कि कौन और किस अपॉइंटमेंट के लिए फ़ोन कर रहा है",
    "पुष्टि करता है, दिन बदलता है या रद्द करता है",
    "नया दिन लिखता है और विदा लेता है",
  ],
  compliance_notes: [
    "अपॉइंटमेंट का कारण न बताएँ: हो सकता है फ़ोन किसी और ने उठाया हो।",
    "केवल उन्हीं लोगों को फ़ोन करें जिन्होंने याद दिलाने के लिए नंबर दिया है, और उनके कहने पर बंद करें।",
  ],
  variables: [
    { key: "business_name", question: "आपके क्लिनिक या व्यवसाय का नाम क्या है?", required: true, default: null },
    { key: "office_hours", question: "आप कब खुले रहते हैं?", required: false, default: "सोमवार से शुक्रवार, नौ से पाँच बजे" },
    { key: "appointment_time", question: "अगर संपर्क में न लिखा हो, तो अपॉइंटमेंट कब है?", required: false, default: "जल्द" },
  ],
  documents: [],
  disclosure: "नमस्ते, मैं एक कृत्रिम सहायक हूँ और यह कॉल रिकॉर्ड की जा रही है।",
  dispositions: ["confirmed", "moved", "canceled", "wrong_person"],
  outline: {
    global:
      "आप {{business_name}} से {{agent_name}} हैं। विनम्र रहें और कम शब्दों में बोलें। अपॉइंटमेंट किस लिए है, यह कभी न बताएँ। " +
      "समय: {{office_hours}}।",
    start: {
      name: "याद",
      greeting:
        "नमस्ते, मैं {{business_name}} से {{agent_name}} बोल रहा हूँ। आपके अपॉइंटमेंट {{appointment_time}} के बारे में फ़ोन किया है। क्या आप आएँगे?",
      prompt: "पता करें कि व्यक्ति अपॉइंटमेंट पर आएगा या नहीं।",
      to: [
        { id: "confirmed", to: "goodbye", label: "पुष्टि", condition: "व्यक्ति ज़रूर आएगा।" },
        { id: "moves", to: "new_day", label: "दूसरा दिन", condition: "व्यक्ति समय बदलना चाहता है।" },
        { id: "cancels", to: "canceled", label: "रद्द", condition: "व्यक्ति को अपॉइंटमेंट नहीं चाहिए।" },
      ],
    },
    steps: {
      new_day: {
        name: "दूसरा दिन",
        prompt: "पूछें कि समय के भीतर कौन सा दिन ठीक रहेगा। बताएँ कि नए दिन की पुष्टि की जाएगी।",
        extract: [{ name: "new_day", type: "string", prompt: "व्यक्ति का चुना हुआ दिन" }],
        to: [{ id: "moved", to: "goodbye", label: "दिन तय", condition: "व्यक्ति ने नया दिन बता दिया है।" }],
      },
    },
    ends: {
      goodbye: { name: "विदा", prompt: "धन्यवाद। हम आपका इंतज़ार करेंगे। नमस्ते।" },
      canceled: { name: "रद्द", prompt: "बताने के लिए धन्यवाद। अपॉइंटमेंट रद्द कर दिया गया है। नमस्ते।" },
    },
  },
  conversations: [
    { title: "वे आएँगे", turns: [{ person: "जी, पुष्टि कर दीजिए।", takes: ["confirmed"] }], variables: {} },
    {
      title: "वे दूसरे दिन आएँगे",
      turns: [
        { person: "मुझे दूसरा दिन चाहिए।", takes: ["moves"] },
        { person: "नया दिन, new_day: शुक्रवार", takes: ["moved"] },
      ],
      variables: { new_day: "शुक्रवार" },
    },
    { title: "वे नहीं आएँगे", turns: [{ person: "कृपया इसे रद्द कर दीजिए।", takes: ["cancels"] }], variables: {} },
  ],
};
