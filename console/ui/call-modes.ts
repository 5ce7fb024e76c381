/** The modes of conversations without a telephone, as the API names them; every other mode is a carrier. */
export const TEXT_MODE = "textchat";
export const WEB_MODE = "smallwebrtc";
