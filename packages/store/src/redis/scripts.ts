// The Lua scripts for the Redis server. Only a script can combine a read and a write into one atomic step.

/** Adds the key to the index of its namespace or removes it, counts the change and publishes the count. */
const publish = (change: string) => `
  if KEYS[2] ~= '' then
    redis.call('${change}', KEYS[2], ARGV[1])
    redis.call('PUBLISH', KEYS[3], redis.call('INCR', KEYS[4]))
  end
  return 1`;

const set = `
  redis.call('SET', KEYS[1], ARGV[2])
  if tonumber(ARGV[3]) > 0 then redis.call('PEXPIREAT', KEYS[1], ARGV[3]) end`;

/** KEYS: entry, index (or empty), channel, count of changes. ARGV: key in the index, value, expiry, expected value. */
const put = `${set}${publish('SADD')}`;
const add = `
  if redis.call('EXISTS', KEYS[1]) == 1 then return 0 end${put}`;
const replace = `
  if redis.call('GET', KEYS[1]) ~= ARGV[4] then return 0 end${put}`;
const remove = `
  if redis.call('DEL', KEYS[1]) == 0 then return 0 end${publish('SREM')}`;

/** KEYS: index. ARGV: prefix of all entries of the namespace, prefix of the requested keys. */
const list = `
  local found = {}
  for _, key in ipairs(redis.call('SMEMBERS', KEYS[1])) do
    if string.sub(key, 1, #ARGV[2]) == ARGV[2] then
      local value = redis.call('GET', ARGV[1] .. key)
      if value then
        found[#found + 1] = key
        found[#found + 1] = value
      else
        redis.call('SREM', KEYS[1], key)
      end
    end
  end
  return found`;

const now = `
  local time = redis.call('TIME')
  local now = time[1] * 1000 + math.floor(time[2] / 1000)`;

/**
 * Implements `countHit` with the clock of the Redis server. KEYS: counter, bans by their end. ARGV: max, window,
 * restart, ban after, ban duration, name of the counter among the bans.
 */
const hit = `${now}
  local max, window, restart = tonumber(ARGV[1]), tonumber(ARGV[2]), ARGV[3] == '1'
  local banAfter, banFor = tonumber(ARGV[4]), tonumber(ARGV[5])
  local state = redis.call('HMGET', KEYS[1], 'count', 'windowEnd', 'refused', 'bannedUntil')
  local count, windowEnd = tonumber(state[1] or 0), tonumber(state[2] or 0)
  local refused, bannedUntil = tonumber(state[3] or 0), tonumber(state[4] or 0)
  local function seconds(milliseconds) return math.max(1, math.ceil(milliseconds / 1000)) end
  if banAfter > 0 and bannedUntil > now + banFor then
    bannedUntil = now + banFor
    redis.call('HSET', KEYS[1], 'bannedUntil', bannedUntil)
    redis.call('ZADD', KEYS[2], bannedUntil, ARGV[6])
  end
  if bannedUntil > now then return seconds(bannedUntil - now) end
  if windowEnd <= now or windowEnd > now + window then count, windowEnd, refused, bannedUntil = 0, now + window, 0, 0 end
  if restart then windowEnd = now + window end
  local retryAfter = 0
  if count < max then
    count = count + 1
  else
    refused = refused + 1
    if banAfter > 0 and refused >= banAfter then
      bannedUntil = now + banFor
      redis.call('ZADD', KEYS[2], bannedUntil, ARGV[6])
    end
    retryAfter = seconds(math.max(windowEnd, bannedUntil) - now)
  end
  redis.call('HSET', KEYS[1], 'count', count, 'windowEnd', windowEnd, 'refused', refused, 'bannedUntil', bannedUntil)
  redis.call('PEXPIREAT', KEYS[1], math.max(windowEnd, bannedUntil))
  return retryAfter`;

/** KEYS: bans. Deletes bans that have ended. */
const listBans = `${now}
  redis.call('ZREMRANGEBYSCORE', KEYS[1], '-inf', now)
  return redis.call('ZREVRANGE', KEYS[1], 0, -1, 'WITHSCORES')`;

/** KEYS: counter, bans. ARGV: name of the counter among the bans. */
const liftBan = `
  redis.call('ZREM', KEYS[2], ARGV[1])
  return redis.call('DEL', KEYS[1])`;

export const scripts = { put, add, replace, remove, list, hit, listBans, liftBan } as const;
