/** How each provider's page shows its prices; those that need a program have a file of their own. */
import { cerebras } from './cerebras.ts';
import { cohere } from './cohere.ts';
import type { Provider } from './description.ts';
import { fireworks } from './fireworks.ts';

/** The documentation's table, and the cards of the marketing page, whose cache writes last five minutes. */
const anthropic: Provider = {
  id: 'anthropic',
  hosts: /(^|\.)(anthropic|claude)\.com$/,
  brand: /\b(claude|opus|sonnet|haiku)\b/i,
  cards: true,
  expects: ['cachedInput', 'cacheWrite5m', 'cacheWrite1h'],
  sections: [
    { match: /batch|fast mode|long context|tool|data residency|bedrock|vertex|aws|foundry/i, skip: true },
    { match: /^latest models$/i, line: 2, tier: null },
    { match: /^legacy models$/i, line: 2, tier: 'legacy' },
  ],
  writeLifetime: { says: /prompt caching pricing reflects 5-minute ttl/i, field: 'cacheWrite5m' },
  deprecations: { url: 'https://platform.claude.com/docs/en/about-claude/model-deprecations' },
};

/**
 * Tables with two column groups by context length, one per processing mode, also as component data: the page shows the
 * first models of a table and has all of them in the properties of an island.
 */
const openai: Provider = {
  id: 'openai',
  hosts: /(^|\.)(openai\.com|chatgpt\.com)$/,
  brand: /^(gpt|o\d|chatgpt|chat-|codex|davinci|babbage)|codex|computer-use/i,
  defaultMode: 'Standard',
  expects: ['cachedInput'],
  expectsLess: /legacy/i,
  bareCurrency: 'USD',
  headless: {
    4: ['Model', 'Input', 'Cached input', 'Output'],
    5: ['Model', 'Input', 'Cached input', 'Cache writes', 'Output'],
  },
  sections: [
    {
      match: /multimodal|realtime|audio|image|video|transcription|speech|embedding|moderation|\btools?\b|fine-?tun/i,
      skip: true,
    },
  ],
  labelShape: /[\d-]/,
  skipRows: /embedding|moderation/i,
  deprecations: { url: 'https://developers.openai.com/api/docs/deprecations', skip: /fine-?tun/i },
};

/** One heading per model, one table per processing mode below it, prompt lengths inside the cells. */
const google: Provider = {
  id: 'google',
  hosts: /(^|\.)(ai\.google\.dev|google\.dev|aistudio\.google\.com)$/,
  brand: /\bgemini\b/i,
  modelHeadings: { column: /\bpaid tier\b.*\btokens\b/i },
  defaultMode: 'Standard',
  ignore: /grounding|tuning|image generation|used to improve|live api|session/i,
  sections: [{ match: /^pricing for (tools|agents)|embedding|\b(tts|imagen|veo|lyria)\b/i, skip: true }],
  deprecations: { url: 'https://ai.google.dev/gemini-api/docs/deprecations', earliest: /earliest possible\s+dates/i },
};

/** One table with the models as columns; hours and discounts are in footnotes. */
const deepseek: Provider = {
  id: 'deepseek',
  hosts: /(^|\.)deepseek\.com$/,
  brand: /deepseek/i,
  expects: ['cachedInput'],
};

/** Script data in ten-thousandths of a dollar per million tokens; the Markdown export has a table. */
const xai: Provider = {
  id: 'xai',
  hosts: /(^|\.)x\.ai$/,
  brand: /\bgrok/i,
  script: {
    name: 'name',
    prices: {
      input: 'promptTextTokenPrice',
      output: 'completionTextTokenPrice',
      cachedInput: 'cachedPromptTokenPrice',
    },
    longPrices: {
      input: 'promptTextTokenPriceLongContext',
      output: 'completionTokenPriceLongContext',
      cachedInput: 'cachedPromptTokenPriceLongContext',
    },
    longAbove: 'longContextThreshold',
    perDollar: 10_000,
  },
  sections: [{ match: /imagine|voice|image|video|tools? |batch|files|storage/i, skip: true }],
};

/** A content system's records in streamed script data, or tables behind currency and mode toggles. */
const mistral: Provider = {
  id: 'mistral',
  hosts: /(^|\.)mistral\.ai$/,
  brand: /mistral|mixtral|ministral|codestral|devstral|magistral|voxtral|pixtral/i,
  inputOnly: /embed|moderat|classif/i,
  expects: ['cachedInput'],
  records: { list: 'price', header: 'value', price: 'price_dollar', currency: 'USD' },
  sections: [{ match: /audio|ocr|document|fine-?tun|connectors?|tools?$/i, skip: true }],
};

/** Component data in Markdown, a table in HTML; the mainland site is in yuan. The V1 line is withdrawn. */
const moonshot: Provider = {
  id: 'moonshot',
  hosts: /(^|\.)(moonshot\.(ai|cn)|kimi\.(com|ai))$/,
  brand: /kimi|moonshot/i,
  pages: ['chat-k3', 'chat-k27-code', 'chat-k26'].map((page) => `https://platform.kimi.ai/docs/pricing/${page}.md`),
  skipRows: /^moonshot-v1\b/,
  expects: ['cachedInput'],
  expectsLess: /moonshot v1/i,
};

/** One table per kind of model; vision models take images and are priced per token. */
const zai: Provider = {
  id: 'zai',
  hosts: /(^|\.)(z\.ai|bigmodel\.cn)$/,
  brand: /\bglm\b/i,
  expects: ['cachedInput'],
  sections: [
    { match: /^text models|language models|^(文本|语言|旗舰)模型/i, tier: null },
    { match: /^(image|video|audio|built-in|agents)|图像|图片|视频|音频|语音|向量|工具|智能体/i, skip: true },
    { match: /^vision models|^(视觉|多模态)模型/i, tier: 'vision' },
  ],
};

/**
 * One table per model line with prompt ranges as rows, one set of tables per region. International prices are in
 * dollars, mainland prices in yuan; the tier of a row names its region.
 */
const alibaba: Provider = {
  id: 'alibaba',
  hosts: /(^|\.)(alibabacloud\.com|aliyun\.com|aliyuncs\.com)$/,
  brand: /qwen|qwq|qvq|tongyi|通义/i,
  labelFirstLine: true,
  sections: [
    {
      match:
        /\b(vl|omni|ocr|audio|asr|tts|speech|image|video|embedding|rerank|fine-?tun\w*|training|deployment|batch)\b|视觉|音频|语音|图像|视频|向量|部署|调优/i,
      skip: true,
    },
    { match: /international|singapore|国际|新加坡/i, tier: 'International' },
    { match: /chinese mainland|mainland china|beijing|中国内地|北京/i, tier: 'Chinese mainland' },
    { match: /\bglobal\b|全球/i, tier: 'Global' },
    { match: /\bvirginia\b|\bUS\b|美国/, tier: 'US' },
  ],
};

/**
 * The page: tables built from `div` elements, list prices struck out next to current ones; only the selected tab is
 * there. Its Markdown export has both tabs, Standard and Priority, which are levels of service.
 */
const minimax: Provider = {
  id: 'minimax',
  hosts: /(^|\.)(minimax\.io|minimaxi\.com|minimax\.chat)$/,
  brand: /minimax|abab/i,
  pages: ['https://platform.minimax.io/docs/guides/pricing-paygo.md'],
  expects: ['cachedInput'],
  labelNoise: /(永久|限时)?[\d.一二三四五六七八九]+折|(permanent |limited-time )?\d+% off( forever)?/gi,
  tabTier: { standard: 'shown by default' },
  sections: [
    { match: /audio|speech|video|image|music|voice|音频|声音|语音|视频|图像|图片|音乐|多模态生成/i, skip: true },
  ],
};

/** A reseller: both prices in one cell, the model's id at the end of a link. */
const groq: Provider = {
  id: 'groq',
  hosts: /(^|\.)groq\.com$/,
  brand: /\w/,
  labelShape: /^[a-z][\w./-]*$/i,
  labelLink: /\/docs\/model\/(.+)$/,
  sections: [
    { match: /^production (models|systems)/i, tier: null },
    { match: /^preview (models|systems)/i, tier: 'preview' },
  ],
  deprecations: { url: 'https://console.groq.com/docs/deprecations' },
};

/**
 * One table per model maker and group of regions, in dollars per thousand tokens; only Amazon's own models are read.
 * Scripts fill in the prices, so only a page saved from a browser has them.
 */
const amazon: Provider = {
  id: 'amazon',
  hosts: /(^|\.)aws\.amazon\.com$/,
  brand: /\b(nova|titan)\b/i,
  scripted: true,
  expects: ['cachedInput'],
  batchIsHalf: true,
  expectsLess: /titan/i,
  modelHeader: /^amazon( nova| titan)? (text )?models?$/i,
  otherModels: /^(?!amazon\b).+ models?$/i,
  sections: [
    {
      match: /provisioned|customi[sz]ation|custom model|import|guardrails?|knowledge bases?|agents?|flows?/i,
      skip: true,
    },
    { match: /embedding|image|video|speech|sonic|canvas|reel|rerank|evaluation|data automation/i, skip: true },
    {
      match:
        /^(regions?:? )?.*\b(us (east|west)|govcloud|europe|asia pacific|canada|south america|middle east|africa) \(/i,
      line: 5,
      tier: 'heading',
    },
  ],
};

export const providers: Provider[] = [
  anthropic,
  openai,
  google,
  deepseek,
  xai,
  mistral,
  moonshot,
  zai,
  minimax,
  alibaba,
  groq,
  amazon,
  cohere,
  fireworks,
  cerebras,
];
