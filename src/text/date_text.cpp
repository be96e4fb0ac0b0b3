// SPDX-License-Identifier: BSD-3-Clause
#include "text/date_text.h"

#include <cctype>
#include <cstddef>
#include <string>

#include "text/parse_number.h"

namespace fairpca {
namespace {

/// Reads a text from left to right; each function says whether it found what it looks for, and
/// has then passed it.
class Reading {
 public:
  explicit Reading(std::string_view text) : rest_(text) {}

  bool done() const { return rest_.empty(); }

  bool sign(char wanted) {
    if (rest_.empty() || rest_.front() != wanted) return false;
    rest_.remove_prefix(1);
    return true;
  }

  /// A whole number of `least` to `most` digits, no digit following.
  bool number(std::size_t least, std::size_t most, int& value) {
    std::size_t digits = 0;
    value = 0;
    while (digits < rest_.size() && digits <= most && parse_number::is_digit(rest_[digits])) {
      value = 10 * value + (rest_[digits++] - '0');
    }
    if (digits < least || digits > most) return false;
    rest_.remove_prefix(digits);
    digits_ = digits;
    return true;
  }

  /// How many digits the last number had.
  std::size_t digits() const { return digits_; }

  /// Letters only, in lower case; empty where there are none.
  std::string word() {
    std::string word;
    while (!rest_.empty() && std::isalpha(static_cast<unsigned char>(rest_.front())) != 0) {
      word += static_cast<char>(std::tolower(static_cast<unsigned char>(rest_.front())));
      rest_.remove_prefix(1);
    }
    return word;
  }

 private:
  std::string_view rest_;
  std::size_t digits_ = 0;
};

bool within(int value, int low, int high) {
  return value >= low && value <= high;
}

bool is_month_name(const std::string& word) {
  constexpr std::string_view kMonths[] = {"january",   "february", "march",    "april",
                                          "may",       "june",     "july",     "august",
                                          "september", "october",  "november", "december"};
  if (word == "sept") return true;
  for (const std::string_view month : kMonths) {
    if (word == month || word == month.substr(0, 3)) return true;
  }
  return false;
}

/// Four digits, or two where `short_too`.
bool read_year(Reading& text, bool short_too) {
  int year = 0;
  return text.number(short_too ? 2 : 4, 4, year) && text.digits() != 3;
}

/// 14-Aug-2013, 14 August 2013, from the sign after the day.
bool read_named_month(Reading& text, char sign) {
  return is_month_name(text.word()) && text.sign(sign) && read_year(text, true);
}

/// Aug 14, 2013
bool read_month_first(Reading& text) {
  int day = 0;
  if (!is_month_name(text.word()) || !text.sign(' ')) return false;
  if (!text.number(1, 2, day) || !within(day, 1, 31)) return false;
  text.sign(',');
  return text.sign(' ') && read_year(text, false);
}

bool read_date(Reading& text) {
  int first = 0, second = 0;
  Reading start = text;
  if (!start.number(1, 4, first)) return read_month_first(text);
  const bool year_first = start.digits() == 4;
  if (!year_first && (start.digits() > 2 || !within(first, 1, 31))) return false;
  text = start;
  char sign = 0;
  for (const char c : {'-', '/', '.', ' '}) {
    if (sign == 0 && text.sign(c)) sign = c;
  }
  if (sign == 0) return false;
  Reading after = text;
  if (!after.number(1, 2, second)) {
    return !year_first && (sign == '-' || sign == ' ') && read_named_month(text, sign);
  }
  text = after;
  if (sign == ' ' || !text.sign(sign)) return false;
  if (year_first) {
    int day = 0;
    return sign != '.' && within(second, 1, 12) && text.number(1, 2, day) && within(day, 1, 31);
  }
  const bool is_day_and_month = (within(first, 1, 12) && within(second, 1, 31)) ||
                                (within(first, 1, 31) && within(second, 1, 12));
  return is_day_and_month && read_year(text, sign == '/');
}

/// Z, UTC, +02:00, -0500; true where there is none.
bool read_zone(Reading& text) {
  const Reading before = text;
  text.sign(' ');
  if (!text.sign('+') && !text.sign('-')) {
    const std::string word = text.word();
    if (word == "z" || word == "utc" || word == "gmt") return true;
    text = before;
    return true;
  }
  int hours = 0, minutes = 0;
  if (text.number(4, 4, hours)) return within(hours / 100, 0, 23) && within(hours % 100, 0, 59);
  if (!text.number(2, 2, hours) || !within(hours, 0, 23)) return false;
  return !text.sign(':') || (text.number(2, 2, minutes) && within(minutes, 0, 59));
}

bool read_time(Reading& text) {
  int hour = 0, minute = 0, second = 0, fraction = 0;
  if (!text.number(1, 2, hour) || !within(hour, 0, 23)) return false;
  if (!text.sign(':') || !text.number(2, 2, minute) || !within(minute, 0, 59)) return false;
  if (text.sign(':')) {
    if (!text.number(2, 2, second) || !within(second, 0, 60)) return false;
    if ((text.sign('.') || text.sign(',')) && !text.number(1, 9, fraction)) return false;
  }
  const Reading before = text;
  text.sign(' ');
  const std::string word = text.word();
  if (word == "am" || word == "pm") return within(hour, 1, 12);
  text = before;
  return true;
}

}  // namespace

bool looks_like_date(std::string_view text) {
  while (!text.empty() && (text.front() == ' ' || text.front() == '\t')) text.remove_prefix(1);
  while (!text.empty() && (text.back() == ' ' || text.back() == '\t')) text.remove_suffix(1);
  constexpr std::size_t kLongest = 48;
  if (text.size() > kLongest) return false;
  Reading time(text);
  if (read_time(time) && (time.done() || (read_zone(time) && time.done()))) return true;
  Reading both(text);
  if (!read_date(both)) return false;
  if (both.done()) return true;
  if (!both.sign(' ') && !both.sign('T') && !both.sign('t')) return false;
  return read_time(both) && read_zone(both) && both.done();
}

}  // namespace fairpca
