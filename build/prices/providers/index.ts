import { alibaba } from './alibaba.ts';
import { amazon } from './amazon.ts';
import { anthropic } from './anthropic.ts';
import { cerebras } from './cerebras.ts';
import { cohere } from './cohere.ts';
import { deepseek } from './deepseek.ts';
import type { Provider } from './description.ts';
import { fireworks } from './fireworks.ts';
import { google } from './google.ts';
import { groq } from './groq.ts';
import { minimax } from './minimax.ts';
import { mistral } from './mistral.ts';
import { moonshot } from './moonshot.ts';
import { openai } from './openai.ts';
import { xai } from './xai.ts';
import { zai } from './zai.ts';

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
