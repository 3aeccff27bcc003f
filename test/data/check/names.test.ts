/** What the data check refuses in ids, aliases and names of regions. */
import { describe } from 'vitest';
import type { RawModel } from '../../support/core/raw-data.ts';
import { type Data, refuses } from './broken-data.ts';

describe('a name', () => {
  const taken = /is already an id or alias of .*ignoring case/;
  const alias = (model: RawModel, name: string) => model.aliases.push(name) - 1;
  const openai = (data: Data, nth: number) => data.provider('openai').models[nth] as RawModel;
  const file = 'data/providers/openai.json';

  refuses(
    'an alias that is another id of the file',
    (data) => ({ file, at: `/models/2/aliases/${alias(openai(data, 2), openai(data, 0).id)}` }),
    taken,
  );
  refuses(
    'an alias listed twice in one model',
    (data) => {
      alias(openai(data, 2), 'new-alias');
      return { file, at: `/models/2/aliases/${alias(openai(data, 2), 'new-alias')}` };
    },
    taken,
  );
  refuses(
    'an alias of another provider',
    (data) => {
      const other = data.model((model, provider) => provider < 'openai' && model.aliases.length > 0).model;
      return { file, at: `/models/0/aliases/${alias(openai(data, 0), other.aliases[0] as string)}` };
    },
    taken,
  );
  refuses(
    'an alias that differs from an id only in case',
    (data) => ({ file, at: `/models/2/aliases/${alias(openai(data, 2), openai(data, 0).id.toUpperCase())}` }),
    taken,
  );
  refuses(
    'an id that another model has',
    (data) => {
      openai(data, 2).id = openai(data, 0).id;
      return { file, at: '/models/2/id' };
    },
    taken,
  );
  for (const id of ['a/b', 'a b', '../a', '.a', 'ä', 'a?b', 'a%20b', 'a#b', '']) {
    refuses(
      `the id ${JSON.stringify(id)}, which is not safe in a URL`,
      (data) => {
        openai(data, 2).id = id;
        return { file, at: '/models/2/id' };
      },
      /must be a name safe in a URL|fewer than 1/,
    );
    refuses(
      `the alias ${JSON.stringify(id)}, which is not safe in a URL`,
      (data) => ({ file, at: `/models/2/aliases/${alias(openai(data, 2), id)}` }),
      /must be a name safe in a URL|fewer than 1/,
    );
  }
  for (const id of ['by-provider', 'by-tier', 'compare']) {
    refuses(
      `the id "${id}", a path of the API`,
      (data) => {
        openai(data, 2).id = id;
        return { file, at: '/models/2/id' };
      },
      /path of the API/,
    );
    refuses(
      `the alias "${id}", a path of the API`,
      (data) => ({ file, at: `/models/2/aliases/${alias(openai(data, 2), id)}` }),
      /path of the API/,
    );
  }
  refuses(
    'a file that is not named after its provider',
    (data) => {
      data.provider('xai').id = 'grok';
      return { file: 'data/providers/xai.json', at: '/id' };
    },
    /called data\/providers\/grok\.json/,
  );
});

describe('a region', () => {
  refuses(
    'a region called global',
    (data) => {
      const [region] = data.provider('anthropic').regions as { region: string }[];
      if (region) region.region = 'global';
      return { file: 'data/providers/anthropic.json', at: '/regions/0/region' };
    },
    /"global" means processing in no particular region/,
  );
});
