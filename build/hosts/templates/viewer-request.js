// Generated from the route table. Runtime: cloudfront-js-2.0, event: viewer request.
// The cache policy needs no query string: the file's own path is the key.
var routes = @ROUTES@;
var refusals = @REFUSALS@;
var byId = @BY_ID@;
var base = @BASE@;
var fields = @HEADERS@;
var clean = @CLEAN@;

function refuse(number) {
  var headers = { 'content-type': { value: 'application/json' }, 'cache-control': { value: 'no-store' } };
  for (var name in fields) headers[name] = fields[name];
  return { statusCode: 400, statusDescription: 'Bad Request', headers: headers, body: { encoding: 'text', data: refusals[number] + '\n' } };
}

function decode(text) {
  try { return decodeURIComponent(text.replace(/\+/g, ' ')); } catch (error) { return null; }
}

function routeOf(path) {
  return Object.prototype.hasOwnProperty.call(routes, path) ? routes[path] : null;
}

function isOfId(path) {
  return byId.some(function (prefix) { return path.indexOf(prefix) === 0 && /^[^/]+$/.test(path.slice(prefix.length)); });
}

// Path and query, not decoded: decoded text must not get into a header field.
function redirect(address, query) {
  var pairs = [];
  for (var name in query) {
    (query[name].multiValue || [query[name]]).forEach(function (one) { pairs.push(one.value === '' ? name : name + '=' + one.value); });
  }
  var headers = { location: { value: address + (pairs.length ? '?' + pairs.join('&') : '') } };
  for (var field in fields) headers[field] = fields[field];
  return { statusCode: 308, statusDescription: 'Permanent Redirect', headers: headers };
}

function handler(event) {
  var request = event.request;
  if (request.uri === '/') request.uri = '/index.html';
  var page = request.uri.replace(/\/+$/, '');
  if (page !== request.uri && /^[!-~]*$/.test(page) && clean.test(page)) return redirect(page, request.querystring);
  if (clean.test(request.uri) && !/\.html$/.test(request.uri)) request.uri += '.html';
  if (request.uri.indexOf(base + '/') !== 0) return request;
  var path = request.uri.slice(base.length);
  var route = routeOf(path);
  var query = request.querystring;
  request.querystring = {};
  if (!route) {
    var bare = path.replace(/\/+$/, '');
    if (bare !== path && /^[!-~]*$/.test(bare) && (routeOf(bare) || isOfId(bare))) return redirect(base + bare, query);
    if (isOfId(path) && !/\.json$/.test(path)) request.uri += '.json';
    return request;
  }
  for (var name in query) {
    if (/^(?:@IGNORED@)$/.test(name)) continue;
    if (route.names.indexOf(name) < 0) {
      if (route.others >= 0) return refuse(route.others);
    } else if (query[name].multiValue && query[name].multiValue.length > 1) {
      return refuse(route.twice[route.names.indexOf(name)]);
    }
  }
  var values = route.names.map(function (name) { return query[name] ? decode(query[name].value) : undefined; });
  for (var r = 0; r < route.rules.length; r++) {
    var wanted = route.rules[r][0].split(' ');
    var fits = route.names.every(function (_, i) {
      var value = values[i];
      if (wanted[i] === '~') return true;
      if (value === undefined) return wanted[i] === '-';
      var list = route.values[i];
      var known = value !== null && (list ? list.indexOf(value) >= 0 : /^[A-Za-z0-9._:-]+$/.test(value));
      if (!known) return wanted[i] === '?';
      return wanted[i] === '*' || wanted[i] === value;
    });
    if (!fits) continue;
    var result = route.rules[r][1];
    if (typeof result === 'number') return refuse(result);
    request.uri = base + '/' + result.replace(/\{(\d)\}/g, function (_, i) { return values[i]; });
    return request;
  }
  return request;
}
